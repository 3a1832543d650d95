import { ArrowDown, ArrowUp } from 'lucide-react';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { classNames } from '#src/ui/class-names.ts';
import { LinkSlot, toLinkTarget, type OptionalLinkTarget } from '#src/ui/links.tsx';
import { nextSorting, type Sorting, type SortValue } from './sort-rows.ts';

/** Definition of a table column. */
export interface Column<Row> {
  id: string;
  title: string;
  cell: (row: Row) => ReactNode;
  /** Sort value of a row; without it the column isn't sortable. */
  sortValue?: (row: Row) => SortValue;
  /** Initial sort direction. */
  firstDirection?: Sorting['direction'];
  /** Right-aligns numbers. */
  isNumber?: boolean;
  /**
   * Share of the table's width while a detail is open next to it, 0 to 1. The column keeps that width without a
   * detail, so that nothing moves when one opens. Columns without a share come last and are hidden next to a
   * detail.
   */
  share?: number;
}

/** First cell of a row: picture, title and link. */
type RowSubject = OptionalLinkTarget & {
  picture?: ReactNode;
  title: string;
  meta?: ReactNode;
  onPress?: (() => void) | undefined;
};

interface DataTableProps<Row> {
  /** Accessible name of the table. */
  label: string;
  /** The first column shows the subject of each row. Its cells come from `subject`, not from the column's `cell`. */
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  subject: (row: Row) => RowSubject;
  /** Row actions (`IconButton`s), visible on hover or focus. */
  actions?: ((row: Row) => ReactNode) | undefined;
  /** Accessible name of the actions column. */
  actionsTitle?: string | undefined;
  /** Null for the default order. */
  sorting: Sorting | null;
  /** If omitted, the table isn't sortable. */
  onSortingChange?: ((sorting: Sorting) => void) | undefined;
  /** Key of the row whose detail is open. */
  selectedKey?: string | undefined;
}

/**
 * Table for wide screens: sortable headers, arrow-key navigation, clickable rows. Hides columns next to a
 * detail.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, rows, keyOf, subject, selectedKey } = props;
  const isDetailOpen = selectedKey !== undefined;
  const columns = isDetailOpen ? props.columns.filter(({ share }) => share) : props.columns;
  const actions = isDetailOpen ? undefined : props.actions;
  const previousKey = useLastClosed(selectedKey);
  const tableRef = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (previousKey === undefined) return;
    tableRef.current?.querySelector<HTMLElement>('[data-came-from] th a')?.focus();
  }, [previousKey]);
  return (
    <div ref={tableRef} className="overflow-hidden rounded-card bg-surface-raised card-rise">
      <table
        aria-label={label}
        className={classNames(
          'w-full border-collapse',
          columns[0]?.share !== undefined && 'table-fixed',
        )}
      >
        <thead>
          <tr>
            {columns.map((column) => (
              <Head
                key={column.id}
                column={column}
                isDetailOpen={isDetailOpen}
                sorting={props.sorting}
                onSortingChange={props.onSortingChange}
              />
            ))}
            {actions && (
              <th scope="col">
                <span className="sr-only">{props.actionsTitle}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody ref={navigateRowsByArrowKeys}>
          {rows.map((row) => (
            <BodyRow
              key={keyOf(row)}
              row={row}
              columns={columns.slice(1)}
              subject={subject(row)}
              actions={actions}
              isOpen={keyOf(row) === selectedKey}
              wasOpen={keyOf(row) === previousKey}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface BodyRowProps<Row> extends Pick<DataTableProps<Row>, 'columns' | 'actions'> {
  row: Row;
  subject: RowSubject;
  isOpen: boolean;
  /** True if this row's detail was closed last, so that the row gets the focus back. */
  wasOpen: boolean;
}

function BodyRow<Row>({ row, columns, subject, actions, isOpen, wasOpen }: BodyRowProps<Row>) {
  return (
    <tr
      data-came-from={wasOpen ? '' : undefined}
      className={classNames(
        'group relative h-17 border-t border-line',
        isOpen
          ? 'bg-info-soft sunlight:outline-2 sunlight:-outline-offset-2'
          : 'focus-within:bg-surface hover:bg-surface',
      )}
    >
      <SubjectCell {...subject} isOpen={isOpen} />
      {columns.map((column) => (
        <td key={column.id} className={cellClass(column)}>
          {column.cell(row)}
        </td>
      ))}
      {actions && (
        <td className="py-1 ps-1 pe-2">
          <span className="relative flex justify-end opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 *:text-ink-soft *:hover:text-ink pointer-coarse:opacity-100 [&_svg]:size-5">
            {actions(row)}
          </span>
        </td>
      )}
    </tr>
  );
}

/** Key of the row whose detail was closed last, which gets the focus back. */
function useLastClosed(selectedKey: string | undefined): string | undefined {
  const [displayedKeys, setDisplayedKeys] = useState({
    openKey: selectedKey,
    closedKey: undefined as string | undefined,
  });
  if (displayedKeys.openKey !== selectedKey) {
    setDisplayedKeys({
      openKey: selectedKey,
      closedKey: selectedKey === undefined ? displayedKeys.openKey : undefined,
    });
  }
  return displayedKeys.closedKey;
}

function cellClass<Row>({ isNumber }: Column<Row>): string {
  return classNames('px-3 py-1.5 last:pe-4', isNumber ? 'text-end tnum' : 'text-start break-long');
}

interface HeadProps<Row> extends Pick<DataTableProps<Row>, 'sorting' | 'onSortingChange'> {
  column: Column<Row>;
  isDetailOpen: boolean;
}

function Head<Row>({ column, isDetailOpen, sorting, onSortingChange }: HeadProps<Row>) {
  const { id, title, firstDirection, isNumber = false, share, sortValue } = column;
  const direction = sorting?.column === id ? sorting.direction : undefined;
  const Arrow = direction === 'descending' ? ArrowDown : ArrowUp;
  const canSort = sortValue !== undefined && onSortingChange !== undefined;
  return (
    <th
      scope="col"
      style={
        share ? { width: isDetailOpen ? `${share * 100}%` : `calc(var(--table) * ${share})` } : {}
      }
      aria-sort={canSort ? (direction ?? 'none') : undefined}
      className={classNames(
        'px-1 text-caption font-semibold text-ink-soft first:ps-2 last:pe-2',
        isNumber ? 'text-end' : 'text-start',
      )}
    >
      {/* Long headers overflow towards the start, where the previous column ends. */}
      <span className={classNames('flex', isNumber && 'justify-end')}>
        {canSort ? (
          <button
            type="button"
            onClick={() => onSortingChange(nextSorting(sorting, id, firstDirection))}
            className={classNames(
              'group/head inline-flex min-h-target items-center gap-1 rounded-control px-2 font-semibold -outline-offset-2! hover:text-ink',
              isNumber && 'flex-row-reverse',
              direction && 'text-ink',
            )}
          >
            {title}
            <Arrow
              aria-hidden="true"
              className={classNames(
                'size-4 shrink-0 stroke-[2.25]',
                !direction &&
                  'opacity-0 group-hover/head:opacity-60 group-focus-visible/head:opacity-60',
              )}
            />
          </button>
        ) : (
          <span className="inline-flex min-h-target items-center px-2">{title}</span>
        )}
      </span>
    </th>
  );
}

/** The link covers the whole row; other controls are above it. */
function SubjectCell({
  picture,
  title,
  meta,
  onPress,
  isOpen,
  ...target
}: RowSubject & { isOpen: boolean }) {
  const link = toLinkTarget(target as OptionalLinkTarget);
  const className =
    'text-start leading-tight font-semibold break-long -outline-offset-2! after:absolute after:inset-0 focus-visible:outline-0! focus-visible:after:outline-3 focus-visible:after:-outline-offset-3 focus-visible:after:outline-focus';
  return (
    <th scope="row" className="py-1.5 ps-4 pe-3 text-start font-normal">
      <span className="flex min-w-0 items-center gap-3 [&>:first-child:not(:last-child)]:size-12">
        {picture}
        <span className="min-w-0">
          {link && (
            <LinkSlot
              target={link}
              className={className}
              aria-current={isOpen ? 'page' : undefined}
            >
              {title}
            </LinkSlot>
          )}
          {!link && onPress && (
            <button type="button" onClick={onPress} className={className}>
              {title}
            </button>
          )}
          {!link && !onPress && <span className="font-semibold break-long">{title}</span>}
          {meta && <span className="mt-0.5 block text-small text-ink-soft break-long">{meta}</span>}
        </span>
      </span>
    </th>
  );
}

const indexAfterKey: Readonly<Record<string, (index: number, lastIndex: number) => number>> = {
  ArrowDown: (index, lastIndex) => Math.min(index + 1, lastIndex),
  ArrowUp: (index) => Math.max(index - 1, 0),
  Home: () => 0,
  End: (_, lastIndex) => lastIndex,
};

/**
 * Ref callback that lets the arrow keys, Home and End move the focus between rows, starting from the row that
 * contains the focus.
 * @returns a function that stops the navigation
 */
function navigateRowsByArrowKeys(body: HTMLElement | null) {
  if (body === null) return undefined;
  const moveFocus = (event: KeyboardEvent) => {
    const nextIndex = indexAfterKey[event.key];
    const isPlain = !event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey;
    if (!nextIndex || !isPlain || !(event.target instanceof Node)) return;
    const { target } = event;
    const rows = [...body.querySelectorAll('tr')];
    const index = rows.findIndex((row) => row.contains(target));
    const nextRow = rows[nextIndex(index, rows.length - 1)];
    if (index < 0 || !nextRow) return;
    event.preventDefault();
    nextRow.querySelector<HTMLElement>('th :is(a, button)')?.focus();
  };
  body.addEventListener('keydown', moveFocus);
  return () => body.removeEventListener('keydown', moveFocus);
}
