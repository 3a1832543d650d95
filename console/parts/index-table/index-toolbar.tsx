import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useLocation } from '@tanstack/react-router';
import { Columns3, Download, RefreshCw } from 'lucide-react';
import { useRef } from 'react';
import { classNames } from '#src/ui/class-names.ts';
import { SearchField } from '#src/ui/fields/search-field.tsx';
import { showToast } from '#src/ui/feedback/toast.tsx';
import { useErrorText } from '#console/data/error-texts.ts';
import { ConsoleLink } from '#console/parts/console-link.tsx';
import { DropDown, toolButtonClass } from '#console/parts/drop-down.tsx';
import { usePaletteActions } from '#console/parts/palette/palette-actions.ts';
import { useShortcuts } from '#console/parts/shortcuts.ts';
import { saveCsv } from '#console/parts/save-csv.ts';
import { SearchHint } from '#console/parts/search-hint.tsx';
import { searchQuery, searchText } from '#console/parts/url-state.ts';
import { useDebouncedText } from '#console/parts/use-debounced-text.ts';
import { FilterChip } from './filter-chip.tsx';
import type { IndexColumn } from './index-column.ts';
import type { IndexSearch, IndexTableProps, IndexView, Selection } from './index-props.ts';

type IndexToolbarProps<Row extends object> = IndexTableProps<Row> & {
  readonly hiddenColumns: ReadonlySet<string>;
  readonly shownColumns: readonly IndexColumn<Row>[];
  readonly selection: Selection<Row>;
};

/** Views, search, filters, columns and export of a list. */
export function IndexToolbar<Row extends object>(props: IndexToolbarProps<Row>) {
  const { t } = useLingui();
  const { list, search, onSearchChange, views = [], kinds, filters = [], searchKey } = props;
  return (
    <div className="flex flex-col gap-2 px-4 pt-3 pb-2">
      {views.length > 0 && <ViewTabs label={t`Views`} views={views} search={search} />}
      {kinds && <ViewTabs {...kinds} search={search} />}
      <div className="flex flex-wrap items-center gap-2">
        {searchKey && (
          <ListSearch
            key={searchKey}
            label={props.searchLabel ?? t`Search`}
            value={search[searchKey] ?? ''}
            onChange={(value) => onSearchChange({ [searchKey]: value })}
          />
        )}
        {filters.map((filter) => (
          <FilterChip
            key={filter.id}
            filter={filter}
            value={search[filter.id]}
            onChange={(value) => onSearchChange({ [filter.id]: value })}
          />
        ))}
        <span className="ms-auto flex flex-wrap items-center justify-end gap-1">
          <ListStatus list={list} />
          <ColumnMenu {...props} />
          <ExportButton {...props} />
        </span>
      </div>
    </div>
  );
}

interface ViewTabsProps {
  readonly label: string;
  readonly views: readonly IndexView[];
  readonly search: IndexSearch;
}

/** Tabs for the views. Switching keeps the search, the columns, the selected rows, and filters that no view uses. */
function ViewTabs({ label, views, search }: ViewTabsProps) {
  const pathname = useLocation({ select: (location) => location.pathname });
  const keys = new Set(views.flatMap((view) => Object.keys(view.search)));
  const isShown = (view: IndexView) =>
    [...keys].every((key) => (view.search[key] ?? '') === (search[key] ?? ''));
  const keptParams = Object.fromEntries(
    Object.entries(search).filter(([key]) => key !== 'open' && !keys.has(key)),
  );
  return (
    <nav aria-label={label} className="flex flex-wrap gap-1">
      {views.map((view) => {
        const query = searchText({ ...keptParams, ...view.search });
        const isCurrent = isShown(view);
        return (
          <ConsoleLink
            key={view.title}
            href={query ? `${pathname}?${query}` : pathname}
            aria-current={isCurrent ? 'true' : undefined}
            className={classNames(
              'inline-flex min-h-tool min-w-tool items-center justify-center rounded-control px-3 text-small font-semibold',
              isCurrent
                ? 'bg-inverse text-inverse-ink forced-color-adjust-none'
                : 'text-ink hover:bg-surface-sunken sunlight:underline',
            )}
          >
            {view.title}
          </ConsoleLink>
        );
      })}
    </nav>
  );
}

/** Delay between the last keystroke and the search, in ms. */
const TYPING_MS = 300;

interface ListSearchProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function ListSearch({ label, value, onChange }: ListSearchProps) {
  const { t } = useLingui();
  const [typedText, setTypedText] = useDebouncedText(value, {
    ...{ delayMs: TYPING_MS, onChange, toValue: (text) => searchQuery(text) ?? '' },
  });
  const searchBox = useRef<HTMLDivElement>(null);
  useShortcuts({ '/': () => searchBox.current?.querySelector('input')?.focus() });
  return (
    <div ref={searchBox} className="w-72 max-w-full">
      <SearchField
        label={label}
        placeholder={label}
        clearLabel={t`Clear the search`}
        value={typedText}
        onValueChange={setTypedText}
      />
      <SearchHint searchText={typedText} />
    </div>
  );
}

function ListStatus<Row>({ list }: Pick<IndexTableProps<Row & object>, 'list'>) {
  const { t, i18n } = useLingui();
  const time = i18n.date(new Date(list.readAt), { timeStyle: 'short' });
  return (
    <>
      {list.hasShortNames && (
        <span role="status" className="me-1 text-small text-ink-soft">
          <Trans>Further names are shortened: you’ve read 500 in 24 hours.</Trans>
        </span>
      )}
      <output className="me-1 text-small whitespace-nowrap text-ink-soft tnum">
        {list.total !== null && <Plural value={{ count: list.total }} one="# row" other="# rows" />}
        {list.total === null && list.rows.length > 0 && (
          <Plural value={list.rows.length} one="More than # row" other="More than # rows" />
        )}
      </output>
      <button
        type="button"
        onClick={list.refetch}
        title={list.readAt > 0 ? t`Updated at ${time}` : undefined}
        aria-label={t`Refresh`}
        className={toolButtonClass}
      >
        <RefreshCw />
      </button>
    </>
  );
}

function ColumnMenu<Row extends object>(props: IndexToolbarProps<Row>) {
  const { columns, hiddenColumns, onSearchChange } = props;
  const toggle = (id: string) => {
    const newHiddenColumns = hiddenColumns.has(id)
      ? [...hiddenColumns].filter((other) => other !== id)
      : [...hiddenColumns, id];
    onSearchChange({ hide: newHiddenColumns.filter(Boolean).join(',') });
  };
  return (
    <DropDown
      width="w-60"
      button={
        <>
          <Columns3 />
          <Trans>Columns</Trans>
        </>
      }
    >
      <ul>
        {columns.map(({ id, header }, position) => (
          <li key={id}>
            <label className="flex min-h-target items-center gap-2.5 rounded-control px-2 hover:bg-surface-sunken">
              <input
                type="checkbox"
                className="size-4 accent-info"
                checked={!hiddenColumns.has(id)}
                // The first column names the row.
                disabled={position === 0}
                onChange={() => toggle(id)}
              />
              {header}
            </label>
          </li>
        ))}
      </ul>
    </DropDown>
  );
}

function ExportButton<Row extends object>(props: IndexToolbarProps<Row>) {
  const { t } = useLingui();
  const { label, list, selection, shownColumns } = props;
  const errorText = useErrorText();
  const save = async () => {
    try {
      const selectedRows = selection.kind === 'matches' ? await selection.read() : selection.rows;
      const rows = selectedRows.length > 0 ? selectedRows : list.rows;
      const texts = rows.map((row) => shownColumns.map(({ text }) => text(row)));
      const lines = [shownColumns.map(({ header }) => header), ...texts];
      saveCsv(label, lines);
    } catch (error) {
      showToast({ subject: 'export', tone: 'bad', message: errorText(error) });
    }
  };
  const hasSelection = selection.kind === 'matches' || selection.rows.length > 0;
  const title = hasSelection ? t`Export the selected rows` : t`Export the shown rows`;
  const run = () => void save();
  usePaletteActions([{ id: 'export', title, run, isLocal: true }]);
  return (
    <button type="button" className={toolButtonClass} title={title} onClick={run}>
      <Download />
      <Trans>Export</Trans>
    </button>
  );
}
