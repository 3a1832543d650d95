import { Trans, useLingui } from '@lingui/react/macro';
import { FileText, MessageSquarePlus } from 'lucide-react';
import { useState } from 'react';
import { chatCalls } from '#schemas/operator/chat-calls.ts';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/feedback/empty-state.tsx';
import { useReleaseOnLeave } from '#console/data/queue-claims.ts';
import { hasRight, useSession } from '#console/data/session.ts';
import {
  type OperatorList,
  useOperatorList,
  useOperatorQuery,
} from '#console/data/use-operator-query.ts';
import { ActionButton } from '#console/parts/action-button.tsx';
import type { Selection } from '#console/parts/index-table/index-props.ts';
import { useMatchSelection } from '#console/parts/index-table/match-selection.ts';
import { RecordQuery } from '#console/parts/record/record-query.tsx';
import { ScreenPage } from '#console/parts/screen-page.tsx';
import { dayQuery } from '#console/parts/list-days.ts';
import { useListCountry } from '#console/parts/use-country.ts';
import { searchQuery, useUrlState } from '#console/parts/url-state.ts';
import { ChatSelection } from './bulk-chats.tsx';
import { CaseFile } from './case-file.tsx';
import { ChatList } from './chat-list.tsx';
import { ChatPane } from './chat-pane.tsx';
import { StartChat } from './start-chat.tsx';
import { supportSearch } from './support-search.ts';
import { TemplatesPanel } from './templates-panel.tsx';

/** Refetch interval while the page is visible, in ms. It's short, because colleagues work on the same chats. */
const POLL_MS = 10_000;

/**
 * Shows the list of chats, the open chat and its case file side by side. A narrow window shows either the list or
 * the chat.
 */
export function SupportScreen() {
  const [state, change, hrefWith] = useUrlState(supportSearch);
  const { view = 'unanswered', search, open, panel, person, from, until, region } = state;
  const country = useListCountry(region);
  const session = useSession();
  const isPasskeySession = session.strength === 'passkey';
  useReleaseOnLeave('chat');
  const canStart = isPasskeySession && hasRight(session, 'support.edit');
  const close = () => change({ panel: undefined, person: undefined });
  const filters = {
    ...{ view, search: searchQuery(search), region: country },
    ...dayQuery(country, { from, until }),
  };
  const list = useOperatorList(chatCalls.listChats, filters, {
    ...{ fresh: 'queue', pollMs: () => POLL_MS },
  });
  const { selection, isSelected, toggle, selectMatches, clear } = useChatSelection(
    list,
    JSON.stringify(filters),
  );
  return (
    <ScreenPage
      title={<Trans context="console">Support</Trans>}
      actions={
        isPasskeySession && (
          <div className={`flex-wrap gap-2 ${open ? 'hidden desk:flex' : 'flex'}`}>
            <Button
              variant="secondary"
              icon={<FileText />}
              onClick={() => change({ panel: 'templates' }, { push: true })}
            >
              <Trans>Templates</Trans>
            </Button>
            {canStart && (
              <ActionButton
                icon={<MessageSquarePlus />}
                onClick={() => change({ panel: 'start' }, { push: true })}
              >
                <Trans>Start a chat</Trans>
              </ActionButton>
            )}
          </div>
        )
      }
    >
      <div className="mt-3 grid min-h-0 flex-1 grid-cols-1 border-t border-line desk:grid-cols-[22rem_minmax(0,1fr)]">
        <div
          className={`min-h-0 flex-col border-e border-line ${open ? 'hidden desk:flex' : 'flex'}`}
        >
          <ChatList
            list={list}
            view={view}
            search={search ?? ''}
            days={from && until ? { from, until } : null}
            region={region === undefined ? undefined : country}
            openId={open}
            onSearchChange={change}
            hrefOf={(id) => hrefWith({ open: id })}
            selection={canStart ? { isSelected, toggle } : null}
          />
          {(selection.kind === 'matches' || selection.rows.length > 0) && (
            <ChatSelection
              list={list}
              selection={selection}
              onSelectMatches={selectMatches}
              onClear={clear}
            />
          )}
        </div>
        {open ? (
          <OpenedChat key={open} id={open} onClose={() => change({ open: undefined })} />
        ) : (
          <div className="hidden desk:block">
            <EmptyState drawing="empty-chats" title={<Trans>No chat is open</Trans>}>
              <Trans>Choose a chat from the list.</Trans>
            </EmptyState>
          </div>
        )}
      </div>
      {isPasskeySession && <TemplatesPanel isOpen={panel === 'templates'} onClose={close} />}
      {canStart && (
        <StartChat
          isOpen={panel === 'start'}
          person={person}
          onClose={close}
          onStarted={(id) =>
            change({ panel: undefined, person: undefined, open: id, view: 'mine' })
          }
        />
      )}
    </ScreenPage>
  );
}

/**
 * The selected chats: some of the loaded ones, or all that match.
 * @param filters the list's filters as text; changing them ends a selection of all matches
 */
function useChatSelection<Chat extends { readonly uuid: string }>(
  { rows, total, readAll }: OperatorList<Chat>,
  filters: string,
) {
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(new Set());
  const { areAllMatches, selectMatches, clearMatches } = useMatchSelection(filters);
  const select = (ids: ReadonlySet<string>) => {
    setSelectedIds(ids);
    clearMatches();
  };
  const selection: Selection<Chat> = areAllMatches
    ? { kind: 'matches', total, read: readAll }
    : { kind: 'rows', rows: rows.filter(({ uuid }) => selectedIds.has(uuid)) };
  return {
    selection,
    isSelected: (id: string) => selectedIds.has(id),
    toggle: (id: string) => select(toggleId(selectedIds, id)),
    selectMatches,
    clear: () => select(new Set()),
  };
}

/** Adds an id to a set, or removes it. */
function toggleId(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const changedIds = new Set(ids);
  if (!changedIds.delete(id)) changedIds.add(id);
  return changedIds;
}

function OpenedChat({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useLingui();
  const query = useOperatorQuery(
    chatCalls.readChat,
    { params: { id } },
    { fresh: 'queue', pollMs: () => POLL_MS },
  );
  return (
    <RecordQuery label={t`Loading the chat`} query={query}>
      {(chat) => (
        <div className="grid min-h-0 max-wide:grid-rows-[auto_minmax(0,1fr)] wide:grid-cols-[minmax(0,1fr)_17rem]">
          <ChatPane chat={chat} onClose={onClose} />
          <CaseFile chat={chat} />
        </div>
      )}
    </RecordQuery>
  );
}
