import { Trans, useLingui } from '@lingui/react/macro';
import { NEVER } from 'rxjs';
import { useLastDefined } from '#src/data/live/use-last-defined.ts';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { EmptyList } from '#src/features/_shared/listing/empty-list.tsx';
import { List } from '#src/ui/lists/list.tsx';
import { ListPages } from '#src/ui/lists/pagination.tsx';
import { SkeletonList } from '#src/ui/feedback/skeleton.tsx';
import { ChatRow } from './chat-row.tsx';
import { CHATS_PAGE, chatsOfPage, countChats, unreadAnswers } from './queries.ts';

interface ChatListProps {
  /** From 1. */
  page: number;
  onPageChange: (page: number) => void;
  selectedId: string | undefined;
}

/** The person's chats, 20 per page, latest message first (spec 2 §2). */
export function ChatList({ page, onPageChange, selectedId }: ChatListProps) {
  const { t } = useLingui();
  const count = useLiveQuery(countChats, []);
  const lastPage = Math.max(1, Math.ceil((count ?? 0) / CHATS_PAGE));
  // The last page is unknown until the chats are counted.
  const shownPage = count === undefined ? null : Math.min(page, lastPage);
  // Keeps the current page while the next one loads.
  const chats = useLastDefined(
    useLiveQuery(
      (account) => (shownPage === null ? NEVER : chatsOfPage(account, shownPage)),
      [shownPage],
    ),
  );
  const unread = useLiveQuery(unreadAnswers, []);
  if (!chats || chats.length === 0) return <NoChats />;
  return (
    <div className="space-y-4">
      <List label={t`Conversations`}>
        {chats.map((chat) => (
          <ChatRow
            key={chat.uuid}
            chat={chat}
            unread={unread?.has(chat.uuid) ?? false}
            selected={chat.uuid === selectedId}
          />
        ))}
      </List>
      <ListPages page={shownPage ?? page} lastPage={lastPage} onPageChange={onPageChange} />
    </div>
  );
}

/** Loading or not downloaded yet. If there are no chats, the screen opens a new one. */
function NoChats() {
  const { t } = useLingui();
  const skeleton = <SkeletonList label={t`Loading your conversations`} />;
  return (
    <EmptyList
      collection="chats"
      skeleton={skeleton}
      offlineText={
        <Trans>
          Your conversations appear here once you are online. You can write a new message now: it is
          sent later.
        </Trans>
      }
    >
      {skeleton}
    </EmptyList>
  );
}
