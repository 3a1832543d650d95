import { msg } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useRouter } from '@tanstack/react-router';
import type { ResultOf } from '#schemas/api/call.ts';
import type { chatCalls } from '#schemas/operator/chat-calls.ts';
import type { chatViews } from '#schemas/operator/list-choices.ts';
import type { RegionId } from '#schemas/regions.ts';
import { Button } from '#src/ui/button.tsx';
import { Badge } from '#src/ui/feedback/badge.tsx';
import { EmptyState } from '#src/ui/feedback/empty-state.tsx';
import { SearchField } from '#src/ui/fields/search-field.tsx';
import type { OperatorList } from '#console/data/use-operator-query.ts';
import { SearchHint } from '#console/parts/search-hint.tsx';
import { ConsoleLink } from '#console/parts/console-link.tsx';
import { IndexError, IndexSkeleton } from '#console/parts/index-table/index-states.tsx';
import { useShortcuts } from '#console/parts/shortcuts.ts';
import { countryText, dayText, timeText } from '#console/parts/country-and-time.ts';

type ListedChat = ResultOf<typeof chatCalls.listChats>['data'][number];
type View = (typeof chatViews)[number];

const views: readonly { readonly id: View; readonly title: ReturnType<typeof msg> }[] = [
  { id: 'unanswered', title: msg`Unanswered` },
  { id: 'overdue', title: msg({ message: 'Overdue', context: 'records' }) },
  { id: 'mine', title: msg({ message: 'Mine', context: 'chats' }) },
  { id: 'open', title: msg({ message: 'All open', context: 'chats' }) },
  { id: 'solved', title: msg({ message: 'Solved', context: 'chats' }) },
];

interface ChatSelectionState {
  readonly isSelected: (id: string) => boolean;
  readonly toggle: (id: string) => void;
}

interface ChatListProps {
  readonly list: OperatorList<ListedChat>;
  readonly view: View;
  readonly search: string;
  /** First and last day on which the listed chats were started; null for any day. */
  readonly days: { readonly from: string; readonly until: string } | null;
  /** Country in the URL, which overrides the one in the header. */
  readonly region: RegionId | undefined;
  readonly openId: string | undefined;
  readonly onSearchChange: (changes: { search: string | undefined }) => void;
  /** Selected chats; null if the operator can't act on them. */
  readonly selection: ChatSelectionState | null;
  /** URL of a chat. */
  readonly hrefOf: (id: string) => string;
}

function ChatViews({ view }: Pick<ChatListProps, 'view'>) {
  const { t, i18n } = useLingui();
  return (
    <nav aria-label={t`Views`} className="flex flex-wrap gap-0.5 px-3 pt-3">
      {views.map(({ id, title }) => (
        <ConsoleLink
          key={id}
          href={id === 'unanswered' ? '/support' : `/support?view=${id}`}
          aria-current={id === view ? 'true' : undefined}
          className="inline-flex min-h-tool min-w-tool items-center justify-center rounded-control px-1.5 text-small font-semibold hover:bg-surface-sunken aria-[current]:bg-inverse aria-[current]:text-inverse-ink"
        >
          {i18n._(title)}
        </ConsoleLink>
      ))}
    </nav>
  );
}

/** Views, search, and the chats in a view. `j` and `k` open the next and previous chat. */
export function ChatList({
  list,
  view,
  search,
  days,
  region,
  openId,
  onSearchChange,
  hrefOf,
  selection,
}: ChatListProps) {
  const { t, i18n } = useLingui();
  const router = useRouter();
  const { rows } = list;
  const step = (by: number) => () => {
    const index = rows.findIndex(({ uuid }) => uuid === openId);
    const nextChat = rows[index < 0 ? 0 : index + by];
    if (nextChat) void router.navigate({ href: hrefOf(nextChat.uuid) });
  };
  useShortcuts({ j: step(1), k: step(-1) });
  return (
    <section aria-label={t`Chats`} className="flex min-h-0 flex-1 flex-col">
      <ChatViews view={view} />
      <div className="px-3 py-2">
        <SearchField
          label={t`Search chats`}
          placeholder={t`Title, company or name`}
          value={search}
          clearLabel={t`Clear the search`}
          onValueChange={(text) => onSearchChange({ search: text || undefined })}
        />
        <SearchHint searchText={search} />
        {days && (
          <p className="pt-2 text-small">
            {region !== undefined && <>{countryText(i18n, region)}: </>}
            <Trans>
              Started from {dayText(i18n, days.from)} to {dayText(i18n, days.until)}
            </Trans>{' '}
            <ConsoleLink href="/support?view=all" className="font-semibold text-info underline">
              <Trans>Show all chats</Trans>
            </ConsoleLink>
          </p>
        )}
      </div>
      <p role="status" className="px-4 pb-1 text-caption text-ink-soft tnum">
        {list.total !== null && <Plural value={list.total} one="# chat" other="# chats" />}
      </p>
      <div className="min-h-0 flex-1 overflow-y-auto">
        {list.isLoading ? (
          <IndexSkeleton label={t`Loading the list`} />
        ) : list.error && rows.length === 0 ? (
          <IndexError error={list.error} retry={list.refetch} />
        ) : rows.length === 0 ? (
          <EmptyState
            drawing={search ? 'search-none' : 'all-sent'}
            title={search ? <Trans>Nothing matches</Trans> : <Trans>No chats here</Trans>}
          >
            {search ? (
              <Trans>Change the search, or choose another view.</Trans>
            ) : (
              <Trans>Chats in this view appear here.</Trans>
            )}
          </EmptyState>
        ) : (
          <ul>
            {rows.map((chat) => (
              <li key={chat.uuid} className="flex border-b border-line">
                {selection && (
                  <label className="ms-2 mt-1 grid size-tool shrink-0 place-items-center">
                    <input
                      type="checkbox"
                      className="size-4 accent-info"
                      aria-label={t`Select the chat ${chat.title}`}
                      checked={selection.isSelected(chat.uuid)}
                      onChange={() => selection.toggle(chat.uuid)}
                    />
                  </label>
                )}
                <Row chat={chat} isOpen={chat.uuid === openId} href={hrefOf(chat.uuid)} />
              </li>
            ))}
          </ul>
        )}
        {list.hasMore && (
          <div className="p-3">
            <Button variant="secondary" busy={list.isLoadingMore} onClick={list.loadMore}>
              <Trans>Show more</Trans>
            </Button>
          </div>
        )}
      </div>
    </section>
  );
}

interface RowProps {
  readonly chat: ListedChat;
  readonly isOpen: boolean;
  readonly href: string;
}

function Row({ chat, isOpen, href }: RowProps) {
  const { i18n } = useLingui();
  const at = chat.status === 1 ? chat.waiting_since : chat.updated_at;
  return (
    <ConsoleLink
      href={href}
      aria-current={isOpen ? 'true' : undefined}
      className="flex min-h-12 w-full min-w-0 flex-col gap-0.5 px-4 py-2.5 text-start hover:bg-surface-sunken aria-[current]:bg-surface-sunken"
    >
      <span className={`break-long ${chat.is_unread ? 'font-semibold' : ''}`}>{chat.title}</span>
      <span className="text-small text-ink-soft break-long">
        {chat.person_name}, {chat.company_name}
      </span>
      <span className="flex flex-wrap items-center gap-2 text-caption text-ink-soft tnum">
        {timeText(i18n, at)}
        {chat.is_unread && (
          <Badge tone="info">
            <Trans context="chat">New</Trans>
          </Badge>
        )}
        {chat.claimed && <Badge>{chat.claimed.by}</Badge>}
        {chat.assigned_to && !chat.claimed && <Badge>{chat.assigned_to.name}</Badge>}
      </span>
    </ConsoleLink>
  );
}
