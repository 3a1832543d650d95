import { expect, test } from 'vitest';
import * as v from 'valibot';
import {
  filtersOf,
  parseSelection,
  parseWidths,
  selectionText,
  shortSelection,
  widthsText,
} from '#console/parts/index-table/list-state.ts';
import {
  listEntries,
  MAX_SELECTED_IN_URL,
  parseSearch,
  searchText,
} from '#console/parts/url-state.ts';

test('widths are restored from the URL, within their limits', () => {
  const widths = { name: 250, created_at: 140 };
  expect(parseWidths(widthsText(widths))).toEqual(widths);
  expect(parseWidths('name:5,stock:9999')).toEqual({ name: 60, stock: 800 });
});

test.each(['', 'name', 'name:', ':50', 'name:1e3', 'name:-40', 'Name:50', '__proto__'])(
  'the width %j is ignored',
  (text) => {
    expect(parseWidths(text)).toEqual({});
  },
);

test('selected rows are restored from the URL', () => {
  const text = selectionText({ a: true, c: true });
  expect(parseSelection(text)).toEqual({ a: true, c: true });
  expect(parseSelection('')).toEqual({});
});

test('the URL contains up to 50 selected rows; if more are selected, it contains none', () => {
  const ids = Array.from({ length: MAX_SELECTED_IN_URL }, () => crypto.randomUUID());
  const selected = shortSelection(ids.join(','));
  const search = v.parse(v.object(listEntries), parseSearch(searchText({ selected })));
  expect(search.selected?.split(',')).toEqual(ids);
  expect(shortSelection([...ids, crypto.randomUUID()].join(','))).toBe('');
});

test('the options for displaying a list aren’t filters', () => {
  expect(filtersOf({ hide: 'a', widths: 'a:90', selected: 'x', region: '10' })).toEqual({
    region: '10',
  });
});
