import { useEffect, useState } from 'react';
import { useAccount } from '#src/data/account/account-context.tsx';
import { createDraftWriter } from '#src/data/drafts/draft-writer.ts';
import type { ChatDraft } from '#sync/entities/chats/commands.ts';
import { Plural, useLingui } from '@lingui/react/macro';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import * as v from 'valibot';
import { MAX_CHAT_MESSAGE, MAX_CHAT_TITLE, chatText, chatTitle } from '#schemas/chat.ts';
import { cleanTypedLines } from '#schemas/typed-text.ts';
import { TextAreaField } from '#src/ui/fields/text-area-field.tsx';
import { TextField } from '#src/ui/fields/text-field.tsx';

/**
 * Saves a draft on this phone until it is sent. The component must be remounted for another key.
 * @param key the chat's id, or a name for the draft of a new chat
 * @returns `savedDraft` is undefined while loading; call `pauseDraft` before the draft is sent, so that it isn't saved
 *   again
 */
export function useChatDraft(key: string) {
  const { chatCommands } = useAccount();
  const [savedDraft, setSavedDraft] = useState<ChatDraft | null | undefined>(undefined);
  // Users can write a message even if drafts can't be saved or loaded.
  const [draftWriter] = useState(() =>
    createDraftWriter(
      (draft: ChatDraft | null) => chatCommands.saveDraft(key, draft),
      () => undefined,
    ),
  );
  useEffect(() => {
    let isUnmounted = false;
    chatCommands
      .loadDraft(key)
      .catch(() => null)
      .then(
        (draft) => !isUnmounted && setSavedDraft(draft),
        () => undefined,
      );
    return () => void (isUnmounted = true);
  }, [chatCommands, key]);
  return {
    savedDraft,
    saveDraft: draftWriter.save,
    pauseDraft: draftWriter.pause,
    resumeDraft: draftWriter.resume,
  };
}

/** Number of remaining characters at which the counter appears. */
const SHOW_REMAINING_FROM = 200;

interface ChatFieldsProps {
  form: UseFormReturn<ChatForm>;
  canEditTitle: boolean;
}

/** Fields for the subject and the message of a chat. */
export function ChatFields({ form, canEditTitle }: ChatFieldsProps) {
  const { t } = useLingui();
  const { register, control, formState } = form;
  const text = useWatch({ control, name: 'text' });
  const remaining = MAX_CHAT_MESSAGE - text.length;
  return (
    <>
      {canEditTitle && (
        <TextField
          label={t`Subject`}
          maxLength={MAX_CHAT_TITLE}
          autoComplete="off"
          error={formState.errors.title && t`Enter a subject.`}
          {...register('title')}
        />
      )}
      <TextAreaField
        label={t`Message`}
        rows={6}
        maxLength={MAX_CHAT_MESSAGE}
        error={formState.errors.text && t`Write a message.`}
        remainingText={
          remaining <= SHOW_REMAINING_FROM && (
            <Plural value={remaining} one="# character left" other="# characters left" />
          )
        }
        {...register('text')}
      />
    </>
  );
}

const cleanText = v.pipe(v.string(), v.transform(cleanTypedLines));

/** A new chat; both fields are required (spec 2 §5). */
export const chatForm = v.object({
  title: v.pipe(
    cleanText,
    v.transform((title) => title.replaceAll(/\s+/g, ' ')),
    chatTitle,
  ),
  text: v.pipe(cleanText, chatText),
});
export type ChatForm = v.InferOutput<typeof chatForm>;

/** Returns true if the text can be sent. */
export function isSendable(text: string): boolean {
  return v.is(chatForm.entries.text, text);
}
