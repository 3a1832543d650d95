import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { chatCalls, type OperatorChat } from '#schemas/operator/chat-calls.ts';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { callOperator } from '#console/data/call-operator.ts';
import { trackClaims } from '#console/data/queue-claims.ts';
import { useErrorText } from '#console/data/error-texts.ts';
import { regionsWithRight, useSession } from '#console/data/session.ts';
import { useOperatorAction } from '#console/data/use-operator-action.ts';
import { ActionButton } from '#console/parts/action-button.tsx';
import { toolButtonClass } from '#console/parts/drop-down.tsx';
import { RecordPresence } from '#console/parts/record/record-presence.tsx';
import { timeText } from '#console/parts/country-and-time.ts';
import { ChatComposer } from './chat-composer.tsx';
import { AssignMenu, useAssignChat } from './assign-chat.tsx';
import { chatQueries } from './support-search.ts';

interface ChatPaneProps {
  readonly chat: OperatorChat;
  readonly onClose: () => void;
}

/** A chat: actions, messages, notes, and fields for a reply or a note. */
export function ChatPane({ chat, onClose }: ChatPaneProps) {
  const { t } = useLingui();
  const session = useSession();
  const isPasskeySession = session.strength === 'passkey';
  const canEdit = regionsWithRight(session, 'support.edit').includes(chat.region);
  const client = useQueryClient();
  const newestMessageId = chat.messages.at(-1)?.uuid;
  useEffect(() => {
    if (!canEdit) return;
    const markRead = async () => {
      const { records } = await callOperator(chatCalls.claimChat, {
        params: { id: chat.uuid },
        body: { takes_over: false },
      });
      trackClaims('chat', records);
      await client.invalidateQueries({ queryKey: [chatCalls.listChats.id] });
    };
    // If marking fails, the chat just stays unread.
    markRead().catch(() => undefined);
  }, [canEdit, chat.uuid, client, newestMessageId]);
  return (
    <section aria-label={t`Chat`} className="flex min-h-0 min-w-0 flex-col max-desk:min-h-[32rem]">
      <div className="flex flex-wrap items-start gap-2 border-b border-line px-4 py-2">
        <button
          type="button"
          className={`${toolButtonClass} bg-surface-sunken desk:hidden`}
          onClick={onClose}
        >
          <Trans>Back to the list</Trans>
        </button>
        <h2 className="min-w-0 flex-1 pt-1 max-desk:order-last max-desk:basis-full font-semibold break-long">
          {chat.title}
        </h2>
        {canEdit && <ChatActions chat={chat} />}
        {isPasskeySession && (
          <div className="basis-full empty:hidden">
            <RecordPresence kind="chat" id={chat.uuid} />
          </div>
        )}
      </div>
      <Messages chat={chat} />
      {canEdit && <ChatComposer chat={chat} />}
    </section>
  );
}

function ChatActions({ chat }: { chat: OperatorChat }) {
  const errorText = useErrorText();
  const isPasskeySession = useSession().strength === 'passkey';
  const { assignTo, error: assignError } = useAssignChat(chat);
  const solveAction = useOperatorAction(chatCalls.setChatSolved, { refetches: chatQueries });
  const isSolved = chat.status === 3;
  const error = assignError ?? solveAction.error;
  return (
    <>
      {isPasskeySession && <AssignMenu chat={chat} onAssign={assignTo} />}
      <ActionButton
        variant="secondary"
        busy={solveAction.isPending}
        onClick={() =>
          solveAction.mutate({
            params: { id: chat.uuid },
            body: {
              solved: !isSolved,
              seen_message: chat.messages.at(-1)?.uuid ?? chat.uuid,
              why: isSolved ? 'reopen' : 'solved',
            },
          })
        }
      >
        {isSolved ? <Trans>Reopen</Trans> : <Trans>Mark as solved</Trans>}
      </ActionButton>
      {error && (
        <div className="basis-full">
          <ErrorBlock messages={[errorText(error)]} />
        </div>
      )}
    </>
  );
}

/** Messages and notes, oldest first. The list opens at its end, so that the newest is visible. */
function Messages({ chat }: { chat: OperatorChat }) {
  const { t, i18n } = useLingui();
  const entries = [
    ...chat.messages.map(({ uuid, sender, message: text, by, created_at }) => {
      const name = by ?? (sender === 'installer' ? chat.person_name : t`Support`);
      return { uuid, kind: sender, name, text, created_at };
    }),
    ...chat.notes.map(({ uuid, by, text, created_at }) => {
      return { uuid, kind: 'note' as const, name: by, text, created_at };
    }),
  ].toSorted((a, b) => a.created_at.localeCompare(b.created_at));
  const styles = {
    installer: 'me-12 bg-surface-raised',
    admin: 'ms-12 bg-info-soft',
    note: 'ms-12 border border-dashed border-line-strong bg-surface',
  };
  return (
    // The list can be focused, so that it can be scrolled with the keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="flex min-h-0 flex-1 flex-col-reverse overflow-y-auto p-4" tabIndex={0}>
      <ol aria-label={t`Messages`} className="flex flex-col gap-3">
        {entries.map(({ uuid, kind, name, text, created_at: at }) => (
          <li key={uuid} className={`rounded-card px-4 py-2.5 ${styles[kind]}`}>
            <p className="text-caption text-ink-soft tnum">
              <span className="font-semibold">{name}</span>
              {kind === 'note' && (
                <>
                  {' · '}
                  <Trans>Internal note</Trans>
                </>
              )}
              {' · '}
              {timeText(i18n, at)}
            </p>
            <p className="whitespace-pre-line break-long">{text}</p>
          </li>
        ))}
      </ol>
    </div>
  );
}
