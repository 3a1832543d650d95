import { Trans, useLingui } from '@lingui/react/macro';
import { useState, type ReactNode } from 'react';
import { chatCalls, type OperatorChat } from '#schemas/operator/chat-calls.ts';
import { MAX_CHAT_MESSAGE } from '#schemas/chat.ts';
import { CHAT_DRAFT } from '#schemas/operator/draft-calls.ts';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { showToast } from '#src/ui/feedback/toast.tsx';
import { TextAreaField } from '#src/ui/fields/text-area-field.tsx';
import { useErrorText } from '#console/data/error-texts.ts';
import { trackClaims } from '#console/data/queue-claims.ts';
import { useSession } from '#console/data/session.ts';
import { useDraft } from '#console/data/use-draft.ts';
import { useOperatorAction } from '#console/data/use-operator-action.ts';
import { ActionButton, SmallActionButton } from '#console/parts/action-button.tsx';
import { toolButtonClass } from '#console/parts/drop-down.tsx';
import { DraftChangedNotice } from '#console/parts/form-draft-notice.tsx';
import { SubmitForm } from '#console/parts/submit-form.tsx';
import { useUrlState } from '#console/parts/url-state.ts';
import { chatQueries, supportSearch } from './support-search.ts';
import { TemplatePicker } from './template-picker.tsx';

const refetches = [...chatQueries, 'listDrafts'];

/** Fields for an answer or an internal note, with a warning while others work on the chat. */
export function ChatComposer({ chat }: { chat: OperatorChat }) {
  const { t } = useLingui();
  const [{ tab = 'answer' }, changeSearch] = useUrlState(supportSearch);
  const { strength } = useSession();
  const isNote = tab === 'note' && strength === 'passkey';
  const modes = [
    { id: undefined, title: t`Answer`, isOpen: !isNote },
    { id: 'note' as const, title: t`Internal note`, isOpen: isNote },
  ];
  return (
    <div className="flex flex-col gap-2 border-t border-line px-4 pt-3 pb-[calc(0.75rem+var(--toast-block))]">
      <Warnings chat={chat} />
      {strength === 'passkey' && (
        <div role="group" aria-label={t`Text type`} className="flex gap-1">
          {modes.map(({ id, title, isOpen }) => (
            <button
              key={title}
              type="button"
              aria-pressed={isOpen}
              className={`${toolButtonClass} aria-pressed:bg-inverse aria-pressed:text-inverse-ink`}
              onClick={() => changeSearch({ tab: id })}
            >
              {title}
            </button>
          ))}
        </div>
      )}
      {isNote ? <NoteField chat={chat} /> : <AnswerField chat={chat} />}
    </div>
  );
}

/** Warns if other operators are typing a reply or have claimed the chat. */
function Warnings({ chat }: { chat: OperatorChat }) {
  const { i18n } = useLingui();
  const errorText = useErrorText();
  const { claimed: claim, typing: typingNames } = chat;
  const takeOverAction = useOperatorAction(chatCalls.claimChat, { refetches });
  const names = new Intl.ListFormat(i18n.locale, { type: 'conjunction' }).format(typingNames);
  return (
    <div role="status" className="flex flex-col gap-2 empty:hidden">
      {typingNames.length > 0 && (
        <p className="rounded-control bg-warn-soft px-3 py-1.5 text-small text-warn">
          <Trans>Also typing an answer: {names}.</Trans>
        </p>
      )}
      {claim && (
        <div className="flex flex-wrap items-center gap-2 rounded-control bg-warn-soft px-3 py-1.5 text-small text-warn">
          <p className="min-w-0 flex-1">
            <Trans>
              {claim.by} has claimed this chat until{' '}
              {i18n.date(new Date(claim.until), { timeStyle: 'short' })}.
            </Trans>
          </p>
          <SmallActionButton
            className={`${toolButtonClass} bg-surface-raised`}
            onClick={() =>
              takeOverAction.mutate(
                { params: { id: chat.uuid }, body: { takes_over: true } },
                { onSuccess: ({ records }) => trackClaims('chat', records) },
              )
            }
          >
            <Trans>Take over</Trans>
          </SmallActionButton>
        </div>
      )}
      {takeOverAction.error && <ErrorBlock messages={[errorText(takeOverAction.error)]} />}
    </div>
  );
}

function AnswerField({ chat }: { chat: OperatorChat }) {
  const { t } = useLingui();
  const errorText = useErrorText();
  const { strength } = useSession();
  const draft = useDraft({ kind: CHAT_DRAFT, record: chat.uuid, field: 'answer' });
  const answerAction = useOperatorAction(chatCalls.answerChat, { refetches });
  const newestMessageId = chat.messages.at(-1)?.uuid ?? chat.uuid;
  /**
   * The newest message when the operator started typing. If another message arrives before the answer is sent, the form
   * warns and the button is labelled "Send anyway".
   */
  const [seenMessageId, setSeenMessageId] = useState<string | null>(null);
  const isOutdated = seenMessageId !== null && seenMessageId !== newestMessageId;
  const write = (text: string) => {
    draft.setText(text.slice(0, MAX_CHAT_MESSAGE));
    setSeenMessageId((before) => before ?? newestMessageId);
  };
  const send = async () => {
    await answerAction.mutateAsync({
      params: { id: chat.uuid },
      body: { text: draft.text, seen_message: newestMessageId, why: 'answer' },
    });
    await draft.clear();
    setSeenMessageId(null);
    showToast({ subject: 'chat', tone: 'good', message: t`The answer was sent.` });
  };
  return (
    <SubmitForm isGuarded={false} className="contents" onSubmit={send}>
      {answerAction.error && <ErrorBlock messages={[errorText(answerAction.error)]} />}
      {isOutdated && (
        <p role="status" className="rounded-control bg-warn-soft px-3 py-1.5 text-small text-warn">
          <Trans>A new message has arrived since you started writing. Read it, then send.</Trans>
        </p>
      )}
      <DraftChangedNotice draft={draft} />
      <TextAreaField
        label={t`Answer`}
        maxLength={MAX_CHAT_MESSAGE}
        disabled={!draft.isReady}
        value={draft.text}
        onChange={({ target }) => write(target.value)}
      />
      <ComposerFooter isSaved={draft.isSaved}>
        {strength === 'passkey' && (
          <TemplatePicker
            chat={chat}
            onInsert={(text) => write([draft.text.trimEnd(), text].filter(Boolean).join('\n\n'))}
          />
        )}
        <ActionButton
          busy={answerAction.isPending}
          disabledReason={draft.text.trim() === '' && t`Write an answer first.`}
          type="submit"
        >
          {isOutdated ? <Trans>Send anyway</Trans> : <Trans>Send</Trans>}
        </ActionButton>
      </ComposerFooter>
    </SubmitForm>
  );
}

function NoteField({ chat }: { chat: OperatorChat }) {
  const { t } = useLingui();
  const errorText = useErrorText();
  const draft = useDraft({ kind: CHAT_DRAFT, record: chat.uuid, field: 'note' });
  const addNoteAction = useOperatorAction(chatCalls.addChatNote, { refetches });
  const save = async () => {
    await addNoteAction.mutateAsync({
      params: { id: chat.uuid },
      body: { text: draft.text, why: 'note' },
    });
    await draft.clear();
  };
  return (
    <SubmitForm isGuarded={false} className="contents" onSubmit={save}>
      {addNoteAction.error && <ErrorBlock messages={[errorText(addNoteAction.error)]} />}
      <DraftChangedNotice draft={draft} />
      <TextAreaField
        label={t`Internal note`}
        hint={t`The installer never sees it.`}
        maxLength={MAX_CHAT_MESSAGE}
        disabled={!draft.isReady}
        value={draft.text}
        onChange={({ target }) => draft.setText(target.value)}
      />
      <ComposerFooter isSaved={draft.isSaved}>
        <ActionButton
          variant="secondary"
          busy={addNoteAction.isPending}
          disabledReason={draft.text.trim() === '' && t`Write a note first.`}
          type="submit"
        >
          <Trans>Add the note</Trans>
        </ActionButton>
      </ComposerFooter>
    </SubmitForm>
  );
}

function ComposerFooter({ isSaved, children }: { isSaved: boolean; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-end gap-3">
      <span className="text-caption text-ink-soft">
        {isSaved ? null : <Trans>The draft isn’t saved yet.</Trans>}
      </span>
      {children}
    </div>
  );
}
