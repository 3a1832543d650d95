import { Trans } from '@lingui/react/macro';
import { useParams } from '@tanstack/react-router';
import type { ChatDocument } from '#schemas/chat.ts';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { usePageTitle } from '#src/data/device/page-title.tsx';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { LinkButton } from '#src/ui/link-button.tsx';
import { Page } from '#src/ui/layout/page.tsx';
import { ChatBadge } from './chat-badge.tsx';
import { Messages } from './messages.tsx';
import { NoChat } from './no-chat.tsx';
import { chatById } from './queries.ts';
import { ReplyBox } from './reply-box.tsx';
import { isFull } from './shown-messages.ts';
import { useScrollToNewest, useMarkAnswersRead, useAnnounceAnswers } from './use-arrivals.ts';

/** `/support/chat/{uuid}`: what was written, and where one answers. */
export function ChatScreen() {
  const { uuid = '' } = useParams({ strict: false });
  const chat = useLiveQuery((account) => chatById(account, uuid), [uuid]);
  if (!chat) return <NoChat isLoading={chat === undefined} />;
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

/** A chat takes a thousand messages (spec 2 §9). */
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
