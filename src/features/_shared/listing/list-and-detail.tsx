import { Outlet, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { PageTitle } from '#src/data/device/page-title.tsx';
import { useIsDesktop, useIsWide } from '#src/data/device/media-queries.ts';
import { ListDetailPanes } from '#src/ui/layout/list-detail-panes.tsx';
import { Page } from '#src/ui/layout/page.tsx';
import { TablePanes } from '#src/ui/lists/table/table-panes.tsx';

interface ListAndDetailProps {
  /** Of the list. */
  title: string;
  /** Draws itself as a table where `useWide` says so. */
  list: ReactNode;
  /** The list's own action, beside its title at a desk, and at the foot of a phone. */
  action?: ((isFooter: boolean) => ReactNode) | undefined;
  /** What is said beside the list while nothing is opened, where the list is no table. */
  placeholder: ReactNode;
}

/**
 * The layout of a list and of what is opened from it by its `$uuid`: one after the other on a phone, side by side at a
 * desk, and where there is room for it as a table, which stands alone until one is opened.
 */
export function ListAndDetail({ title, list, action, placeholder }: ListAndDetailProps) {
  const { uuid } = useParams({ strict: false });
  const desk = useIsDesktop();
  const wide = useIsWide();
  if (wide) {
    return (
      <TablePanes title={title} list={list} action={action?.(false)} openKey={uuid}>
        {uuid ? <Outlet /> : <PageTitle title={title} />}
      </TablePanes>
    );
  }
  if (desk) {
    return (
      <ListDetailPanes title={title} list={list} action={action?.(false)}>
        {uuid ? (
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
  if (uuid) return <Outlet />;
  return (
    <Page title={title} footer={action?.(true)}>
      <PageTitle title={title} />
      {list}
    </Page>
  );
}
