import { Outlet } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { PageTitle } from '#src/data/device/page-title.tsx';
import { useIsDesktop, useIsWide } from '#src/data/device/media-queries.ts';
import { ListDetailPanes, TablePanes } from '#src/ui/layout/list-detail-panes.tsx';
import { Page } from '#src/ui/layout/page.tsx';

interface ListAndDetailProps {
  /** Title of the list. */
  title: string;
  /** Id of the item that is open. */
  openId: string | undefined;
  /** Renders a table if `useIsWide` is true. */
  list: ReactNode;
  /** The list's action: next to the title on a desktop, in the footer on a phone. */
  action?: ((isFooter: boolean) => ReactNode) | undefined;
  /** Shown next to the list while nothing is open, unless the list is a table. */
  placeholder: ReactNode;
}

/**
 * Layout of a list and its open item: one at a time on a phone, side by side on a desktop, and as a table on a
 * wide screen until an item is opened.
 */
export function ListAndDetail({ title, openId, list, action, placeholder }: ListAndDetailProps) {
  const isDesktop = useIsDesktop();
  const isWide = useIsWide();
  if (isWide) {
    return (
      <TablePanes title={title} list={list} action={action?.(false)} openKey={openId}>
        {openId ? <Outlet /> : <PageTitle title={title} />}
      </TablePanes>
    );
  }
  if (isDesktop) {
    return (
      <ListDetailPanes title={title} list={list} action={action?.(false)}>
        {openId ? (
          <Outlet />
        ) : (
          <Page title={title} titleHidden>
            <PageTitle title={title} />
            {placeholder}
          </Page>
        )}
      </ListDetailPanes>
    );
  }
  if (openId) return <Outlet />;
  return (
    <Page title={title} footer={action?.(true)}>
      <PageTitle title={title} />
      {list}
    </Page>
  );
}
