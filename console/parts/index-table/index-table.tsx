import { Trans, useLingui } from '@lingui/react/macro';
import { useTable } from '@tanstack/react-table';
import { useMemo } from 'react';
import { EmptyState } from '#src/ui/feedback/empty-state.tsx';
import { useSession } from '#console/data/session.ts';
import { useCountry } from '#console/parts/use-country.ts';
import { columnDefinitions, indexFeatures, type IndexColumn } from './index-column.ts';
import { IndexGrid } from './index-grid.tsx';
import { IndexError, IndexSkeleton } from './index-states.tsx';
import type { IndexTableProps, Selection } from './index-props.ts';
import { IndexToolbar } from './index-toolbar.tsx';
import { filtersOf, useListState } from './list-state.ts';
import { useMatchSelection } from './match-selection.ts';
import { SelectionBar } from './selection-bar.tsx';

/** Omits the country column if all rows have the same country. */
function useColumns<Row>(columns: readonly IndexColumn<Row>[]): readonly IndexColumn<Row>[] {
  const { regions } = useSession();
  const hasOneCountry = useCountry() !== undefined || regions.length === 1;
  return useMemo(
    () => (hasOneCountry ? columns.filter(({ id }) => id !== 'region') : columns),
    [columns, hasOneCountry],
  );
}

/** A list of records: views, search, filters, columns, selection, export and keys. */
export function IndexTable<Row extends object>(props: IndexTableProps<Row>) {
  const { t } = useLingui();
  const { list, search, rowId, filters = [], searchKey } = props;
  const columns = useColumns(props.columns);
  const { columnSizing, rowSelection, setColumnSizing, setRowSelection } = useListState(
    search,
    props.onSearchChange,
  );
  const { open: _opened, ...filterValues } = filtersOf(search);
  const { areAllMatches, selectMatches, clearMatches } = useMatchSelection(
    JSON.stringify([filterValues, useCountry()]),
  );
  const hiddenColumns = useMemo(() => new Set(search['hide']?.split(',')), [search]);
  const definitions = useMemo(() => columnDefinitions(columns), [columns]);
  const columnVisibility = useMemo(
    () => Object.fromEntries(columns.map(({ id }) => [id, !hiddenColumns.has(id)])),
    [columns, hiddenColumns],
  );
  const data = useMemo(() => [...list.rows], [list.rows]);
  const table = useTable({
    features: indexFeatures,
    columns: definitions,
    data,
    getRowId: rowId,
    state: { rowSelection, columnVisibility, columnSizing },
    onColumnSizingChange: setColumnSizing,
    onRowSelectionChange: (updater) => {
      clearMatches();
      setRowSelection(updater);
    },
  });
  const shownColumns = columns.filter(({ id }) => !hiddenColumns.has(id));
  const selectedRows = list.rows.filter((row) => rowSelection[rowId(row)]);
  const selection: Selection<Row> = areAllMatches
    ? { kind: 'matches', total: list.total, read: list.readAll }
    : { kind: 'rows', rows: selectedRows };
  const kindKeys = props.kinds?.views.flatMap((view) => Object.keys(view.search)) ?? [];
  const filterKeys = [...filters.map(({ id }) => id), ...kindKeys];
  const isFiltered =
    filterKeys.some((key) => search[key]) || Boolean(searchKey && search[searchKey]);
  const clearSelection = () => {
    setRowSelection({});
    clearMatches();
  };
  return (
    <section aria-label={props.label} className="flex flex-1 flex-col">
      <IndexToolbar
        {...props}
        columns={columns}
        hiddenColumns={hiddenColumns}
        shownColumns={shownColumns}
        selection={selection}
      />
      {list.isLoading ? (
        <IndexSkeleton label={t`Loading the list`} />
      ) : list.error && list.rows.length === 0 ? (
        <IndexError error={list.error} retry={list.refetch} />
      ) : list.rows.length === 0 ? (
        <EmptyState
          drawing={isFiltered ? 'search-none' : props.empty.drawing}
          title={isFiltered ? <Trans>Nothing matches</Trans> : props.empty.title}
        >
          {isFiltered ? <Trans>Remove a filter, or change it.</Trans> : props.empty.text}
        </EmptyState>
      ) : (
        <>
          {list.error && <IndexError error={list.error} retry={list.refetch} isCompact />}
          <IndexGrid {...props} table={table} shownColumns={shownColumns} />
        </>
      )}
      {props.footer}
      {(selectedRows.length > 0 || areAllMatches) && (
        <SelectionBar
          selection={selection}
          hasMore={list.hasMore}
          total={list.total}
          onSelectMatches={selectMatches}
          onClear={clearSelection}
        >
          {props.bulkActions?.(selection)}
        </SelectionBar>
      )}
    </section>
  );
}
