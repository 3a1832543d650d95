import type { ColumnSizingState, RowSelectionState, Updater } from '@tanstack/react-table';
import { useMemo } from 'react';
import { MAX_SELECTED_IN_URL } from '#console/parts/url-state.ts';
import { useDebouncedText } from '#console/parts/use-debounced-text.ts';
import { MAX_WIDTH, MIN_WIDTH } from './index-column.ts';
import type { IndexSearch } from './index-props.ts';

/** Minimum time between two changes of the URL, in ms. Browsers limit how often a page may change its URL. */
const WRITE_MS = 400;

/** Returns the parameters that determine a list's rows, without those that only affect its display. */
export function filtersOf<Search extends IndexSearch>(search: Search) {
  const { hide: _hide, widths: _widths, selected: _selected, ...filters } = search;
  return filters;
}

/** Parses column widths in px. Ignores parts that aren't widths, and limits widths that are too small or too large. */
export function parseWidths(text: string): ColumnSizingState {
  const widths = text.split(',').flatMap((part) => {
    const [, column, px] = /^([a-z_]{1,40}):(\d{1,4})$/.exec(part) ?? [];
    if (column === undefined) return [];
    return [[column, Math.min(Math.max(Number(px), MIN_WIDTH), MAX_WIDTH)]];
  });
  return Object.fromEntries(widths);
}

export const widthsText = (widths: ColumnSizingState): string =>
  Object.entries(widths)
    .map(([column, px]) => `${column}:${Math.round(px)}`)
    .join(',');

/** Selected rows as text. */
export const selectionText = (selection: RowSelectionState): string =>
  Object.keys(selection).join(',');

export const parseSelection = (text: string): RowSelectionState =>
  Object.fromEntries(text.split(',').flatMap((id) => (id === '' ? [] : [[id, true]])));

/** Returns the selection for the URL, or an empty string if too many rows are selected. */
export const shortSelection = (text: string): string =>
  text.split(',').length > MAX_SELECTED_IN_URL ? '' : text;

const resolve = <Value>(updater: Updater<Value>, value: Value): Value =>
  // The cast is safe, because none of these states is a function.
  typeof updater === 'function' ? (updater as (value: Value) => Value)(value) : updater;

/** Column widths and selected rows, both kept in the URL, so that a link or "back" restores them. */
export function useListState(
  { widths = '', selected = '' }: IndexSearch,
  onSearchChange: (changes: IndexSearch) => void,
) {
  const timing = { delayMs: WRITE_MS, isFirstImmediate: true };
  const [typedWidths, setTypedWidths] = useDebouncedText(widths, {
    ...{ ...timing, onChange: (text) => onSearchChange({ widths: text }) },
  });
  const [selectedText, setSelectedText] = useDebouncedText(selected, {
    ...{ ...timing, onChange: (text) => onSearchChange({ selected: text }) },
    toValue: shortSelection,
  });
  const columnSizing = useMemo(() => parseWidths(typedWidths), [typedWidths]);
  const rowSelection = useMemo(() => parseSelection(selectedText), [selectedText]);
  return {
    columnSizing,
    rowSelection,
    setColumnSizing: (updater: Updater<ColumnSizingState>) =>
      setTypedWidths((text) => widthsText(resolve(updater, parseWidths(text)))),
    setRowSelection: (updater: Updater<RowSelectionState>) =>
      setSelectedText((text) => selectionText(resolve(updater, parseSelection(text)))),
  };
}
