import { Trans, useLingui } from '@lingui/react/macro';
import { useParams } from '@tanstack/react-router';
import { SendHorizontal } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useId, useRef, useState, useEffect } from 'react';
import { type ChatDocument, MAX_CHAT_MESSAGE } from '#schemas/chat.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import { usePageTitle } from '#src/data/device/page-title.tsx';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { useConnection } from '#src/data/sync/use-sync-status.ts';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { groupByDay } from '#src/data/time/group-by-day.ts';
import { useRegionalClock } from '#src/data/time/use-server-time.ts';
import { RecordNotFound } from '#src/features/_shared/listing/record-not-found.tsx';
import { useDayLabel } from '#src/features/notifications/exports.tsx';
import { announce } from '#src/ui/feedback/announce.tsx';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { SkeletonRow } from '#src/ui/feedback/skeleton.tsx';
import { controlClass } from '#src/ui/fields/field-frame.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { Page } from '#src/ui/layout/page.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { ChatBadge } from './chat-badge.tsx';
import { isSendable, useChatDraft } from './chat-fields.tsx';
import { Message } from './message.tsx';
import { chatById, unreadReplies } from './queries.ts';
import { isFull, displayedMessages } from './displayed-messages.ts';

/** `/support/chat/{uuid}`: the messages, and the reply box. */
export function ChatScreen() {
  const { uuid } = useParams({ from: '/signed-in/support/chat/$uuid' });
  const chat = useLiveQuery((account) => chatById(account, uuid), [uuid]);
  if (!chat) return <ChatNotFound isLoading={chat === undefined} />;
  return <ChatContent key={uuid} chat={chat} />;
}

function ChatContent({ chat }: { chat: ChatDocument }) {
  usePageTitle(chat.title);
  useMarkRepliesRead(chat.uuid);
  useAnnounceReplies(chat);
  useScrollToNewest(chat);
  return (
    <Page
      title={chat.title}
      subtitle={<ChatBadge {...chat} />}
      footer={isFull(chat) ? <ChatFullNotice /> : <ReplyBox chatId={chat.uuid} />}
    >
      <Messages chat={chat} />
    </Page>
  );
}

/** A chat is limited to 1,000 messages (spec 2 §9). */
function ChatFullNotice() {
  return (
    <>
      <p className="text-small text-ink-soft">
        <Trans>This conversation is full. Start a new one.</Trans>
      </p>
      <LinkButton fullWidth {...linkTo(paths.supportChatNew())}>
        <Trans>New conversation</Trans>
      </LinkButton>
    </>
  );
}

/** Messages by day, oldest first. */
function Messages({ chat }: { chat: ChatDocument }) {
  const { t } = useLingui();
  const dayLabel = useDayLabel();
  const { now } = useRegionalClock();
  return (
    <div className="space-y-6">
      {groupByDay(displayedMessages(chat), now).map((day, dayIndex) => (
        // A day may occur twice if a message's time comes from another clock.
        <section key={`${day.key} ${dayIndex}`} aria-label={dayLabel(day)}>
          <h2 className="mb-3 text-center text-caption font-semibold text-ink-soft">
            {dayLabel(day)}
          </h2>
          <ol aria-label={t`Messages`} className="space-y-2">
            {day.items.map((message, index) => (
              <Message
                key={message.uuid}
                chat={chat}
                message={message}
                isLast={day.items[index + 1]?.sender !== message.sender}
              />
            ))}
          </ol>
        </section>
      ))}
    </div>
  );
}

/** Shown while a chat is loading, or if it isn't available. */
function ChatNotFound({ isLoading }: { isLoading: boolean }) {
  const { t } = useLingui();
  return (
    <RecordNotFound
      pageTitle={t`Conversation`}
      collection="chats"
      isLoading={isLoading}
      loadingLabel={t`Loading the conversation`}
      skeleton={
        <>
          <SkeletonRow />
          <SkeletonRow />
        </>
      }
      title={t`Conversation not found`}
      description={
        <Trans>It belongs to someone else, or it was just started and will appear shortly.</Trans>
      }
      offlineText={<Trans>Your conversations appear here once you’re online.</Trans>}
      list="/support/chat"
      listLabel={<Trans>All conversations</Trans>}
    />
  );
}

/** Reply field: grows with its text, keeps a draft, works offline. */
function ReplyBox({ chatId }: { chatId: string }) {
  const draft = useChatDraft(chatId);
  if (draft.savedDraft === undefined) return null;
  return <ReplyForm chatId={chatId} draft={draft} />;
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
  const [text, setText] = useState(draft.savedDraft?.text ?? '');
  const [failure, setFailure] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);

  // Unlike the field, the ref can still be read after the user has left the screen.
  const latestText = useRef(text);
  const change = (next: string) => {
    latestText.current = next;
    setText(next);
    draft.saveDraft({ title: '', text: next });
  };
  const send = async () => {
    field.current?.focus();
    if (busy || !isSendable(text)) return;
    setBusy(true);
    setFailure(null);
    try {
      await draft.pauseDraft();
      await chatCommands.writeMessage(chatId, text);
      // Keep text typed while saving, because it's the next message. Its draft was deleted with this message's.
      setText((current) => (current === text ? '' : current));
      if (latestText.current === text) latestText.current = '';
      announce(
        online ? t`Your message is on its way.` : t`Saved. It will be sent when you’re online.`,
      );
    } catch (error) {
      setFailure(error);
    } finally {
      draft.resumeDraft();
      draft.saveDraft({ title: '', text: latestText.current });
      setBusy(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send();
  };
  const sendOnShortcut = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void send();
  };
  return (
    <form noValidate data-saved-draft className="space-y-2" onSubmit={submit}>
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
          onKeyDown={sendOnShortcut}
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
          <Trans>You’re offline. Your message will be saved on this phone and sent later.</Trans>
        </p>
      )}
    </form>
  );
}

/** Distance from the end within which the page follows new messages, in px. */
const NEAR_END = 240;

/** Announces replies that arrive while the chat is open. */
function useAnnounceReplies({ messages }: Pick<ChatDocument, 'messages'>): void {
  const { t } = useLingui();
  const lastAnswer = messages.findLast(({ sender }) => sender === 'admin');
  const lastSeenId = useRef(lastAnswer?.uuid);
  useEffect(() => {
    if (!lastAnswer || lastSeenId.current === lastAnswer.uuid) return;
    lastSeenId.current = lastAnswer.uuid;
    const { message } = lastAnswer;
    announce(t`Support: ${message}`);
  }, [lastAnswer, t]);
}

/** Marks the chat's notifications as read while it is visible. */
function useMarkRepliesRead(chatId: string): void {
  const { notificationCommands } = useAccount();
  const unreadReplyIds = useLiveQuery(unreadReplies, []);
  useEffect(() => {
    const ids = unreadReplyIds?.get(chatId) ?? [];
    const markRead = () => {
      if (document.visibilityState === 'hidden') return;
      // The message stays unread if the mark can't be saved because the device is full.
      for (const id of ids) notificationCommands.markNotificationRead(id).catch(() => undefined);
    };
    markRead();
    document.addEventListener('visibilitychange', markRead);
    return () => document.removeEventListener('visibilitychange', markRead);
  }, [unreadReplyIds, chatId, notificationCommands]);
}

/**
 * Scrolls to the newest message when the chat opens, and later if the message is the user's own or the user is near the
 * end.
 */
function useScrollToNewest({ messages, unsent }: ChatDocument): void {
  const count = messages.length + unsent.length;
  const isNearEnd = useRef(true);
  const lastOwnMessageId = useRef<string>(undefined);
  useEffect(() => {
    const updateIsNear = () => {
      const { scrollHeight, scrollTop, clientHeight } = document.documentElement;
      isNearEnd.current = scrollHeight - scrollTop - clientHeight < NEAR_END;
    };
    addEventListener('scroll', updateIsNear, { passive: true });
    return () => removeEventListener('scroll', updateIsNear);
  }, []);
  const newestOwnMessageId = unsent.at(-1)?.uuid;
  useEffect(() => {
    const hasWritten =
      newestOwnMessageId !== undefined && newestOwnMessageId !== lastOwnMessageId.current;
    lastOwnMessageId.current = newestOwnMessageId;
    if (!isNearEnd.current && !hasWritten) return undefined;
    // Wait a frame, because the router scrolls too.
    const frame = requestAnimationFrame(() =>
      scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }),
    );
    return () => cancelAnimationFrame(frame);
  }, [count, newestOwnMessageId]);
}
