import { Trans, useLingui } from '@lingui/react/macro';
import { Outlet, useParams } from '@tanstack/react-router';
import { SquarePen } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { useIsDesktop } from '#src/data/device/media-queries.ts';
import { useCollectionState } from '#src/data/live/collection-state.ts';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { usePageTitle } from '#src/data/device/page-title.tsx';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { ListDetailPanes } from '#src/ui/layout/list-detail-panes.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { Page } from '#src/ui/layout/page.tsx';
import { useGo } from '#src/app/use-go.ts';
import { pagedView } from '#src/features/_shared/listing/list-search.ts';
import { useListSearch } from '#src/features/_shared/listing/use-list-search.ts';
import { ChatList } from './chat-list.tsx';
import { countChats } from './queries.ts';

/** `/support/chat`; on wide screens the list stays beside the chat. */
export function ChatsScreen() {
  const { t } = useLingui();
  const uuid = useParams({ from: '/signed-in/support/chat/$uuid', shouldThrow: false })?.uuid;
  const desk = useIsDesktop();
  const { view, change } = useListSearch('/support/chat', pagedView);
  useOpenNewChatIfEmpty(uuid === undefined);
  const list = (
    <ChatList
      page={view.page}
      onPageChange={(page) => change({ page }, { toTop: true })}
      selectedId={uuid}
    />
  );
  const write = (isFooter: boolean) => (
    <LinkButton
      variant={isFooter ? 'primary' : 'secondary'}
      fullWidth={isFooter}
      icon={<SquarePen />}
      {...linkTo(paths.supportChatNew())}
    >
      <Trans>New conversation</Trans>
    </LinkButton>
  );

  if (desk) {
    return (
      <ListDetailPanes title={t`Support`} list={list} action={write(false)}>
        <Outlet />
      </ListDetailPanes>
    );
  }
  return uuid ? <Outlet /> : <ListPage write={write(true)}>{list}</ListPage>;
}

/** The list alone, on phones. */
function ListPage({ write, children }: { write: ReactNode; children: ReactNode }) {
  const { t } = useLingui();
  usePageTitle(t`Support`);
  return (
    <Page title={t`Support`} footer={write}>
      {children}
    </Page>
  );
}

/** Opens a new chat if there are none (spec 2 §2). */
function useOpenNewChatIfEmpty(isList: boolean): void {
  const collectionState = useCollectionState('chats');
  const count = useLiveQuery(countChats, []);
  const go = useGo();
  const isEmpty = isList && collectionState === 'empty' && count === 0;
  useEffect(() => {
    if (isEmpty) go(paths.supportChatNew(), { replace: true });
  }, [isEmpty, go]);
}
