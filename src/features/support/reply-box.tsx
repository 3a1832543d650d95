import { Trans, useLingui } from '@lingui/react/macro';
import { SendHorizontal } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useId, useRef, useState } from 'react';
import { MAX_CHAT_MESSAGE } from '#schemas/chat.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { useConnection } from '#src/data/sync/use-sync-status.ts';
import { announce } from '#src/ui/feedback/announce.ts';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { controlClass } from '#src/ui/fields/field-frame.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { isSendable } from './chat-form.ts';
import { useChatDraft } from './use-chat-draft.ts';

/** Reply field: grows with its text, keeps a draft, works offline. */
export function ReplyBox({ chatId }: { chatId: string }) {
  const draft = useChatDraft(chatId);
  if (draft.kept === undefined) return null;
  return <ReplyForm key={chatId} chatId={chatId} draft={draft} />;
}

interface ReplyFormProps {
  chatId: string;
  draft: ReturnType<typeof useChatDraft>;
}

function ReplyForm({ chatId, draft }: ReplyFormProps) {
  const { t } = useLingui();
  const { chatCommands } = useAccount();
  const errorMessage = useErrorMessage();
  const online = useConnection() === 'online';
  const hintId = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(draft.kept?.text ?? '');
  const [failure, setFailure] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);

  const change = (next: string) => {
    setText(next);
    draft.keep({ title: '', text: next });
  };
  const send = async () => {
    field.current?.focus();
    if (busy || !isSendable(text)) return;
    setBusy(true);
    setFailure(null);
    try {
      await chatCommands.writeMessage(chatId, text);
      // Keep text typed meanwhile: it is the next message.
      setText((now) => (now === text ? '' : now));
      await draft.forget();
      announce(online ? t`Your message is on its way.` : t`Saved. It is sent when you are online.`);
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send();
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void send();
  };
  return (
    <form noValidate data-kept className="space-y-2" onSubmit={submit}>
      <ErrorBlock messages={failure === null ? [] : [errorMessage(failure)]} />
      <div className="flex items-end gap-2">
        <textarea
          ref={field}
          rows={1}
          value={text}
          maxLength={MAX_CHAT_MESSAGE}
          aria-label={t`Your message`}
          aria-describedby={online ? undefined : hintId}
          placeholder={t`Write a message`}
          onChange={(event) => change(event.target.value)}
          onKeyDown={press}
          className={controlClass(false, 'block max-h-40 flex-1 resize-none field-sizing-content')}
        />
        <IconButton
          type="submit"
          variant="solid"
          label={t`Send`}
          icon={<SendHorizontal />}
          busy={busy}
        />
      </div>
      {!online && (
        <p id={hintId} className="text-caption text-ink-soft">
          <Trans>You are offline. It is saved on this phone and sent later.</Trans>
        </p>
      )}
    </form>
  );
}
