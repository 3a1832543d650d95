import { Trans, useLingui } from '@lingui/react/macro';
import { useRouter } from '@tanstack/react-router';
import type { ReactTable, Row as TableRow } from '@tanstack/react-table';
import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useEffect, useRef, type KeyboardEvent } from 'react';
import { classNames } from '#src/ui/class-names.ts';
import { Spinner } from '#src/ui/feedback/spinner.tsx';
import { ConsoleLink } from '#console/parts/console-link.tsx';
import { usePreferences } from '#console/parts/preferences.ts';
import { toolButtonClass } from '#console/parts/drop-down.tsx';
import { useActiveRow } from './active-row.ts';
import { ColumnResizer } from './column-resizer.tsx';
import type { IndexColumn, IndexFeatures } from './index-column.ts';
import type { IndexTableProps } from './index-props.ts';

const isTouchScreen = matchMedia('(pointer: coarse)').matches;
/** Height of a row, and width of the checkbox column, in rem. Touch targets need 48 px. */
const ROW_REM = isTouchScreen ? 3.5 : 2.75;
const SELECT_REM = isTouchScreen ? 4 : 2.75;
/** Text size that column widths are defined for, in px. */
const NORMAL_PX = 14;
/** Number of rows that are rendered before and after the visible ones. */
const OVERSCAN = 12;

const remInPx = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize);

type IndexGridProps<Row extends object> = IndexTableProps<Row> & {
  readonly table: ReactTable<IndexFeatures, Row>;
  readonly shownColumns: readonly IndexColumn<Row>[];
};

/** The table itself. Renders only the visible rows and a few around them, but `j` and `k` move through all rows. */
export function IndexGrid<Row extends object>(props: IndexGridProps<Row>) {
  const { table, shownColumns, list, hrefOf } = props;
  const router = useRouter();
  const { t } = useLingui();
  const { fontSize } = usePreferences();
  const scroller = useRef<HTMLDivElement>(null);
  const rows = table.getRowModel().rows;
  // The React compiler isn't used, so nothing is memoised incorrectly.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_REM * remInPx(),
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: OVERSCAN,
  });
  useEffect(() => virtualizer.measure(), [virtualizer, fontSize]);
  const { active, moveTo, focusIfRequested, trackFocus } = useActiveRow(rows, (index) =>
    virtualizer.scrollToIndex(index),
  );
  const items = virtualizer.getVirtualItems();
  const spaceBefore = items[0]?.start ?? 0;
  const spaceAfter = virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0);
  const span = shownColumns.length + 1;

  const handleKey = (event: KeyboardEvent, row: TableRow<IndexFeatures, Row>) => {
    if (event.target !== event.currentTarget) return;
    if (event.key === 'Enter' && hrefOf) void router.navigate({ href: hrefOf(row.original) });
    else if (event.key === ' ') row.toggleSelected();
    else if (event.key === 'ArrowDown') moveTo(1);
    else if (event.key === 'ArrowUp') moveTo(-1);
    else return;
    event.preventDefault();
  };
  return (
    <div
      ref={scroller}
      aria-busy={list.isOutdated || undefined}
      className={classNames(
        'min-h-40 grow basis-40 overflow-auto border-t border-line bg-surface-raised',
        list.isOutdated && 'opacity-60',
      )}
    >
      <table
        aria-rowcount={list.total ?? -1}
        className="w-full table-fixed border-separate border-spacing-0 text-small"
        style={{ minWidth: tableWidth(table, shownColumns) }}
      >
        <caption className="sr-only">{props.label}</caption>
        <IndexColumns table={table} shownColumns={shownColumns} />
        <IndexHead {...props} />
        <tbody>
          {spaceBefore > 0 && <Spacer height={spaceBefore} span={span} />}
          {items.map(({ index }) => {
            const row = rows[index];
            if (!row) return null;
            const isActive = index === active;
            return (
              <tr
                key={row.id}
                aria-rowindex={index + 2}
                tabIndex={isActive || (active === null && index === 0) ? 0 : -1}
                ref={isActive ? (element) => focusIfRequested(element, row.id) : null}
                onFocus={() => trackFocus(row.id, index)}
                onKeyDown={(event) => handleKey(event, row)}
                style={{ height: `${ROW_REM}rem` }}
                className={classNames(
                  'group -outline-offset-3',
                  row.getIsSelected() ? 'bg-info-soft' : 'hover:bg-surface',
                )}
              >
                <td className="border-b border-line ps-2">
                  <RowCheckbox
                    label={t`Select ${shownColumns[0]?.text(row.original) ?? ''}`}
                    isChecked={row.getIsSelected()}
                    onChange={() => row.toggleSelected()}
                  />
                </td>
                {shownColumns.map((column, position) => (
                  <IndexCell
                    key={column.id}
                    column={column}
                    row={row.original}
                    href={position === 0 ? hrefOf?.(row.original) : undefined}
                  />
                ))}
              </tr>
            );
          })}
          {spaceAfter > 0 && <Spacer height={spaceAfter} span={span} />}
        </tbody>
      </table>
      {list.hasMore && <MoreRows isLoading={list.isLoadingMore} onLoad={list.loadMore} />}
    </div>
  );
}

/** Returns a column's width. It's limited so that a narrow window shows at least two columns. */
const columnWidth = (px: number): string => `min(${px / NORMAL_PX}rem, 42vw)`;

/** Returns the table's minimum width. In a narrower window, the table scrolls horizontally. */
function tableWidth<Row extends object>(
  table: IndexGridProps<Row>['table'],
  shownColumns: IndexGridProps<Row>['shownColumns'],
): string {
  const widths = shownColumns.map(({ id }) => columnWidth(table.getColumn(id)?.getSize() ?? 0));
  return `calc(${[`${SELECT_REM}rem`, ...widths].join(' + ')})`;
}

function IndexColumns<Row extends object>({
  table,
  shownColumns,
}: Pick<IndexGridProps<Row>, 'table' | 'shownColumns'>) {
  return (
    <colgroup>
      <col style={{ width: `${SELECT_REM}rem` }} />
      {shownColumns.map(({ id }, position) => {
        const width = table.getColumn(id)?.getSize() ?? 0;
        const isLast = position === shownColumns.length - 1;
        // The last column fills the remaining space, but is never narrower than its own width.
        return <col key={id} style={isLast ? {} : { width: columnWidth(width) }} />;
      })}
    </colgroup>
  );
}

function IndexHead<Row extends object>({
  table,
  shownColumns,
  search,
  defaultSort,
  onSearchChange,
}: IndexGridProps<Row>) {
  const { t } = useLingui();
  const sort = search['sort'] ?? defaultSort;
  return (
    <thead>
      <tr
        aria-rowindex={1}
        className="[&>th]:sticky [&>th]:top-0 [&>th]:z-1 [&>th]:h-10 [&>th]:border-b [&>th]:border-line [&>th]:bg-surface"
      >
        <th scope="col" className="ps-2">
          <RowCheckbox
            label={t`Select all shown rows`}
            isChecked={table.getIsAllRowsSelected()}
            isIndeterminate={table.getIsSomeRowsSelected() && !table.getIsAllRowsSelected()}
            onChange={() => table.toggleAllRowsSelected()}
          />
        </th>
        {shownColumns.map(({ id, header, isSortable, isNumber }) => {
          const isDown = sort === `-${id}`;
          const isUp = sort === id;
          return (
            <th
              key={id}
              scope="col"
              title={header}
              aria-sort={isUp ? 'ascending' : isDown ? 'descending' : undefined}
              className={classNames(
                'px-2 font-semibold text-ink-soft',
                isNumber ? 'text-end' : 'text-start',
              )}
            >
              {isSortable ? (
                <button
                  type="button"
                  onClick={() => onSearchChange({ sort: isDown ? id : `-${id}` })}
                  className={classNames(
                    'inline-flex min-h-tool max-w-full min-w-tool items-center gap-1 rounded-control px-1 hover:text-ink [&_svg]:size-4 [&_svg]:shrink-0',
                    isNumber && 'justify-end',
                  )}
                >
                  <span className="truncate">{header}</span>
                  {isUp && <ArrowUp />}
                  {isDown && <ArrowDown />}
                </button>
              ) : (
                <span className="block truncate px-1">{header}</span>
              )}
              <ColumnResizer table={table} column={id} header={header} />
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

interface IndexCellProps<Row> {
  readonly column: IndexColumn<Row>;
  readonly row: Row;
  readonly href: string | undefined;
}

function IndexCell<Row>({ column, row, href }: IndexCellProps<Row>) {
  const content = column.cell?.(row) ?? column.text(row);
  return (
    <td
      title={column.text(row)}
      className={classNames(
        'truncate border-b border-line px-3',
        column.isNumber && 'text-end tnum',
      )}
    >
      {href ? (
        // The link isn't a tab stop, because rows are reached with j, k and the arrow keys.
        <ConsoleLink
          href={href}
          tabIndex={-1}
          className="inline-flex min-h-tool max-w-full items-center align-middle font-semibold text-info hover:underline sunlight:underline"
        >
          <span className="truncate">{content}</span>
        </ConsoleLink>
      ) : (
        content
      )}
    </td>
  );
}

function MoreRows({ isLoading, onLoad }: { isLoading: boolean; onLoad: () => void }) {
  return (
    <div className="sticky start-0 grid place-items-center p-3">
      <button type="button" className={toolButtonClass} onClick={onLoad}>
        {isLoading && <Spinner />}
        <Trans>Show more</Trans>
      </button>
    </div>
  );
}

function Spacer({ height, span }: { height: number; span: number }) {
  return (
    <tr aria-hidden="true" style={{ height }}>
      {/* Spacer for rows that aren't rendered. */}
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label */}
      <td colSpan={span} />
    </tr>
  );
}

interface RowCheckboxProps {
  readonly label: string;
  readonly isChecked: boolean;
  readonly isIndeterminate?: boolean;
  readonly onChange: () => void;
}

function RowCheckbox({ label, isChecked, isIndeterminate = false, onChange }: RowCheckboxProps) {
  return (
    <label className="grid size-tool place-items-center">
      <input
        type="checkbox"
        aria-label={label}
        checked={isChecked}
        ref={(box) => {
          if (box) box.indeterminate = isIndeterminate;
        }}
        onChange={onChange}
        className="size-4 accent-info"
      />
    </label>
  );
}
