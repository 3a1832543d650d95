import { Trans, useLingui } from '@lingui/react/macro';
import { Outlet, useParams } from '@tanstack/react-router';
import { SquarePen, MessageSquare } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { NEVER } from 'rxjs';
import { type ChatDocument, chatStatuses } from '#schemas/chat.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { useGo } from '#src/app/use-go.ts';
import { useIsDesktop } from '#src/data/device/media-queries.ts';
import { usePageTitle } from '#src/data/device/page-title.tsx';
import { useCollectionState } from '#src/data/live/collection-state.ts';
import { useLastDefined } from '#src/data/live/use-last-defined.ts';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { useFormat } from '#src/data/text/format.ts';
import { EmptyList } from '#src/features/_shared/listing/empty-list.tsx';
import { pagedView } from '#src/features/_shared/listing/list-search.ts';
import { useListSearch } from '#src/features/_shared/listing/use-list-search.ts';
import { classNames } from '#src/ui/class-names.ts';
import { SkeletonList } from '#src/ui/feedback/skeleton.tsx';
import { UnreadDot } from '#src/ui/feedback/badge.tsx';
import { ListDetailPanes } from '#src/ui/layout/list-detail-panes.tsx';
import { Page } from '#src/ui/layout/page.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { ListRow, List } from '#src/ui/lists/list.tsx';
import { ListPages } from '#src/ui/lists/pagination.tsx';
import { IconTile } from '#src/ui/media/icon-tile.tsx';
import { ChatBadge, UnsentMark } from './chat-badge.tsx';
import { countChats, CHATS_PER_PAGE, chatsOfPage, unreadReplies } from './queries.ts';
import { displayedMessages } from './displayed-messages.ts';

/** `/support/chat`; on wide screens the list stays next to the chat. */
export function ChatsScreen() {
  const { t } = useLingui();
  const uuid = useParams({ from: '/signed-in/support/chat/$uuid', shouldThrow: false })?.uuid;
  const isDesktop = useIsDesktop();
  const { view, change } = useListSearch('/support/chat', pagedView);
  useOpenNewChatIfEmpty(uuid === undefined);
  const list = (
    <ChatList
      page={view.page}
      onPageChange={(page) => change({ page }, { scrollToTop: true })}
      selectedId={uuid}
    />
  );
  const newChatButton = (isFooter: boolean) => (
    <LinkButton
      variant={isFooter ? 'primary' : 'secondary'}
      fullWidth={isFooter}
      icon={<SquarePen />}
      {...linkTo(paths.supportChatNew())}
    >
      <Trans>New conversation</Trans>
    </LinkButton>
  );

  if (isDesktop) {
    return (
      <ListDetailPanes title={t`Support`} list={list} action={newChatButton(false)}>
        <Outlet />
      </ListDetailPanes>
    );
  }
  return uuid ? <Outlet /> : <ListPage footer={newChatButton(true)}>{list}</ListPage>;
}

/** Page with only the list, on phones. */
function ListPage({ footer, children }: { footer: ReactNode; children: ReactNode }) {
  const { t } = useLingui();
  usePageTitle(t`Support`);
  return (
    <Page title={t`Support`} footer={footer}>
      {children}
    </Page>
  );
}

/** Opens a new chat if there are none (spec 2 §2). */
function useOpenNewChatIfEmpty(isListVisible: boolean): void {
  const collectionState = useCollectionState('chats');
  const count = useLiveQuery(countChats, []);
  const go = useGo();
  const isEmpty = isListVisible && collectionState === 'empty' && count === 0;
  useEffect(() => {
    if (isEmpty) go(paths.supportChatNew(), { replace: true });
  }, [isEmpty, go]);
}

interface ChatListProps {
  /** From 1. */
  page: number;
  onPageChange: (page: number) => void;
  selectedId: string | undefined;
}

/** The user's chats, 20 per page, latest message first (spec 2 §2). */
function ChatList({ page, onPageChange, selectedId }: ChatListProps) {
  const { t } = useLingui();
  const count = useLiveQuery(countChats, []);
  const lastPage = Math.max(1, Math.ceil((count ?? 0) / CHATS_PER_PAGE));
  // The last page is unknown until the chats are counted.
  const currentPage = count === undefined ? null : Math.min(page, lastPage);
  // Keeps the current page while the next one loads.
  const chats = useLastDefined(
    useLiveQuery(
      (account) => (currentPage === null ? NEVER : chatsOfPage(account, currentPage)),
      [currentPage],
    ),
  );
  const unreadReplyIds = useLiveQuery(unreadReplies, []);
  if (!chats || chats.length === 0) return <NoChats />;
  return (
    <div className="space-y-4">
      <List label={t`Conversations`}>
        {chats.map((chat) => (
          <ChatRow
            key={chat.uuid}
            chat={chat}
            isUnread={unreadReplyIds?.has(chat.uuid) ?? false}
            selected={chat.uuid === selectedId}
          />
        ))}
      </List>
      <ListPages page={currentPage ?? page} lastPage={lastPage} onPageChange={onPageChange} />
    </div>
  );
}

/** Shown while chats are loading or not downloaded. If the user has none, the screen opens a new chat instead. */
function NoChats() {
  const { t } = useLingui();
  const skeleton = <SkeletonList label={t`Loading your conversations`} />;
  return (
    <EmptyList
      collection="chats"
      skeleton={skeleton}
      offlineText={
        <Trans>
          Your conversations appear here once you’re online. You can write a message now, and we’ll
          send it later.
        </Trans>
      }
    >
      {skeleton}
    </EmptyList>
  );
}

interface ChatRowProps {
  chat: ChatDocument;
  isUnread: boolean;
  selected: boolean;
}

/** A chat in the list: title, last message, its date, and status. */
function ChatRow({ chat, isUnread, selected }: ChatRowProps) {
  const format = useFormat();
  const lastMessage = displayedMessages(chat).at(-1);
  const lastMessageAt = lastMessage?.created_at ?? chat.created_at;
  return (
    <ListRow
      thumbnail={
        <IconTile
          icon={<MessageSquare />}
          tone={chat.status === chatStatuses.solved ? 'system' : 'info'}
        />
      }
      title={
        <span className="flex items-start gap-2">
          <span className={classNames('line-clamp-2', isUnread && 'font-semibold')}>
            {chat.title}
          </span>
          {isUnread && (
            <UnreadDot>
              <Trans>Unread</Trans>
            </UnreadDot>
          )}
        </span>
      }
      meta={<span className="line-clamp-2">{lastMessage?.message}</span>}
      trailing={
        <span className="flex flex-col items-end gap-1 @max-[18.5rem]:items-start">
          <time className="text-caption text-ink-soft tnum" dateTime={lastMessageAt}>
            {format.date(lastMessageAt)}
          </time>
          <UnsentMark state={chat.state} />
          {/* An unsent chat has the sync mark instead. */}
          {chat.opening === null && <ChatBadge {...chat} />}
        </span>
      }
      selected={selected}
      {...linkTo(paths.supportChat(chat.uuid))}
    />
  );
}
