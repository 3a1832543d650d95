import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { classNames } from '#src/ui/class-names.ts';
import { Button } from '#src/ui/button.tsx';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { Skeleton, SkeletonText } from '#src/ui/feedback/skeleton.tsx';
import { useErrorText } from '#console/data/error-texts.ts';
import type { OperatorList } from '#console/data/use-operator-query.ts';
import { ScrollRegion } from '#console/parts/scroll-region.tsx';
import { EmptyPart } from './record-page.tsx';

/** A column of a short list inside a record. */
export interface PartColumn<Row> {
  readonly id: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  readonly isNumber?: boolean;
}

interface PartTableProps<Row> {
  /** Name of the list. */
  readonly label: string;
  readonly columns: readonly PartColumn<Row>[];
  readonly list: OperatorList<Row>;
  readonly rowId: (row: Row) => string;
  /** Cells of the footer, such as a sum. */
  readonly footer?: readonly ReactNode[];
}

/** A list inside a record, with a button that loads more rows. */
export function PartTable<Row>({ label, columns, list, rowId, footer }: PartTableProps<Row>) {
  const { t } = useLingui();
  const errorText = useErrorText();
  if (list.isLoading)
    return (
      <Skeleton label={t`Loading the list`}>
        <SkeletonText lines={5} />
      </Skeleton>
    );
  if (list.error && list.rows.length === 0)
    return <ErrorBlock messages={[errorText(list.error)]} />;
  if (list.rows.length === 0) return <EmptyPart />;
  return (
    <div>
      <RowsTable label={label} columns={columns} rows={list.rows} rowId={rowId} footer={footer} />
      <p className="flex flex-wrap items-center gap-3 pt-3 text-small text-ink-soft">
        {list.total === null ? (
          <Plural value={list.rows.length} one="More than # row" other="More than # rows" />
        ) : (
          <Plural value={{ count: list.total }} one="# row" other="# rows" />
        )}
        {list.hasMore && (
          <Button variant="secondary" busy={list.isLoadingMore} onClick={list.loadMore}>
            <Trans>Show more</Trans>
          </Button>
        )}
      </p>
    </div>
  );
}

interface RowsTableProps<Row> extends Pick<PartTableProps<Row>, 'label' | 'columns' | 'rowId'> {
  readonly rows: readonly Row[];
  readonly footer?: readonly ReactNode[] | undefined;
  /** True if cells have pictures, buttons or wrapped badges, which have no common baseline with text. */
  readonly isCentred?: boolean;
}

/** A table whose rows are all loaded. */
export function RowsTable<Row>(props: RowsTableProps<Row>) {
  const { label, columns, rows, rowId, footer, isCentred = false } = props;
  const alignment = (isNumber: boolean | undefined) => (isNumber ? 'text-end tnum' : 'text-start');
  return (
    <ScrollRegion label={label} className="rounded-card bg-surface-raised px-4 py-1 card-rise">
      <table
        aria-label={label}
        className={classNames(
          'w-full text-small [&_td]:border-t [&_td]:border-line [&_td]:py-2 [&_td]:pe-4 [&_td:last-child]:pe-0 [&_th]:py-2 [&_th]:pe-4 [&_th:last-child]:pe-0',
          isCentred ? '[&_td]:align-middle' : '[&_td]:align-baseline',
        )}
      >
        <thead className="text-ink-soft">
          <tr>
            {columns.map(({ id, header, isNumber }) => (
              <th key={id} scope="col" className={alignment(isNumber)}>
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowId(row)}>
              {columns.map(({ id, cell, isNumber }) => (
                <td
                  key={id}
                  // With little space, the table scrolls horizontally instead of breaking words.
                  className={classNames(
                    'break-long',
                    alignment(isNumber),
                    isNumber ? 'whitespace-nowrap' : 'min-w-24 max-desk:min-w-28',
                  )}
                >
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {footer && (
          <tfoot>
            <tr className="font-semibold">
              {columns.map(({ id, isNumber }, index) => (
                <td key={id} className={alignment(isNumber)}>
                  {footer[index]}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </ScrollRegion>
  );
}
