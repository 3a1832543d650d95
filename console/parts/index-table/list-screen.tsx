import type { ReactNode } from 'react';
import { ScreenPage } from '#console/parts/screen-page.tsx';
import type { IndexTableProps } from './index-props.ts';
import { IndexTable } from './index-table.tsx';

type ListScreenProps<Row extends { readonly id: string }> = Omit<
  IndexTableProps<Row>,
  'label' | 'rowId' | 'defaultSort'
> & {
  /** Default sort, such as `-at`; missing if the list has only one order. */
  readonly defaultSort?: string;
  /** Title of the screen, which also names the list. */
  readonly title: string;
  readonly description: ReactNode;
  /** Shown beside the title. */
  readonly actions?: ReactNode;
  /** Panels of a record or a form. */
  readonly children: ReactNode;
};

/** A screen with one list, sorted by the server. */
export function ListScreen<Row extends { readonly id: string }>({
  title,
  description,
  actions,
  children,
  defaultSort = '',
  ...table
}: ListScreenProps<Row>) {
  return (
    <ScreenPage title={title} description={description} actions={actions}>
      <IndexTable {...table} label={title} rowId={({ id }) => id} defaultSort={defaultSort} />
      {children}
    </ScreenPage>
  );
}
