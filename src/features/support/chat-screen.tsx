import { Trans, useLingui } from '@lingui/react/macro';
import { useParams } from '@tanstack/react-router';
import { type ChatDocument } from '#schemas/chat.ts';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { usePageTitle } from '#src/data/device/page-title.tsx';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { LinkButton } from '#src/ui/link-button.tsx';
import { Page } from '#src/ui/layout/page.tsx';
import { ChatBadge } from './chat-badge.tsx';
import { chatById } from './queries.ts';
import { ReplyBox } from './reply-box.tsx';
import { isFull, shownMessages } from './shown-messages.ts';
import { useScrollToNewest, useMarkAnswersRead, useAnnounceAnswers } from './use-arrivals.ts';
import { groupByDay } from '#src/data/time/group-by-day.ts';
import { useRegionalClock } from '#src/data/time/use-server-time.ts';
import { useDayLabel } from '#src/features/notifications/actions.ts';
import { Message } from './message.tsx';
import { RecordNotFound } from '#src/features/_shared/listing/record-not-found.tsx';
import { SkeletonRow } from '#src/ui/feedback/skeleton.tsx';

/** `/support/chat/{uuid}`: the messages, and the reply box. */
export function ChatScreen() {
  const { uuid } = useParams({ from: '/signed-in/support/chat/$uuid' });
  const chat = useLiveQuery((account) => chatById(account, uuid), [uuid]);
  if (!chat) return <ChatNotFound isLoading={chat === undefined} />;
  return <ShownChat key={uuid} chat={chat} />;
}

function ShownChat({ chat }: { chat: ChatDocument }) {
  usePageTitle(chat.title);
  useMarkAnswersRead(chat.uuid);
  useAnnounceAnswers(chat);
  useScrollToNewest(chat);
  return (
    <Page
      title={chat.title}
      subtitle={<ChatBadge {...chat} />}
      footer={isFull(chat) ? <Full /> : <ReplyBox chatId={chat.uuid} />}
    >
      <Messages chat={chat} />
    </Page>
  );
}

/** A chat is limited to 1,000 messages (spec 2 §9). */
function Full() {
  return (
    <>
      <p className="text-small text-ink-soft">
        <Trans>This conversation is full. Write in a new one.</Trans>
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
  const wordsFor = useDayLabel();
  const { now } = useRegionalClock();
  return (
    <div className="space-y-6">
      {groupByDay(shownMessages(chat), now).map((day, at) => (
        // A day may repeat if a message has another clock's time.
        <section key={`${day.key} ${at}`} aria-label={wordsFor(day)}>
          <h2 className="mb-3 text-center text-caption font-semibold text-ink-soft">
            {wordsFor(day)}
          </h2>
          <ol aria-label={t`Messages`} className="space-y-2">
            {day.items.map((message, nth) => (
              <Message
                key={message.uuid}
                chat={chat}
                message={message}
                isLast={day.items[nth + 1]?.sender !== message.sender}
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
      title={t`This conversation is not here`}
      description={
        <Trans>It is another person’s, or it was just opened: then it comes in a moment.</Trans>
      }
      offlineText={<Trans>Your conversations appear here once you are online.</Trans>}
      list="/support/chat"
      listLabel={<Trans>All conversations</Trans>}
    />
  );
}
