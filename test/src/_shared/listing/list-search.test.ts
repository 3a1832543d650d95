import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import {
  idOrNull,
  type ListSchema,
  numberOrNull,
  oneOf,
  pageNumber,
  searchFromView,
  sortingBy,
  viewFromSearch,
  flag,
} from '#src/features/_shared/listing/list-search.ts';
import { preserveListView, parentList } from '#src/app/list-view.ts';

const schema = v.object({
  status: oneOf(['open', 'closed'], 'open'),
  category: idOrNull,
  year: numberOrNull(2025, 2100),
  page: pageNumber,
  sort: sortingBy(['points', 'left']),
  all: flag,
}) satisfies ListSchema;

const preset = { status: 'open', category: null, year: null, page: 1, sort: null, all: false };

describe('a list’s view in the URL', () => {
  test('is the default if the URL has no parameters, or only unknown ones', () => {
    expect(viewFromSearch(schema, {})).toEqual(preset);
    const unknown = {
      status: 'gone',
      category: 'none',
      year: '1999',
      page: 'two',
      sort: '-colour',
      all: 'perhaps',
      utm_source: 'mail',
    };
    expect(viewFromSearch(schema, unknown)).toEqual(preset);
  });

  test.each([
    ['0', 1],
    ['-3', 1],
    ['4', 4],
    ['999999', 999_999],
    ['2.5', 1],
    ['1e3', 1],
    ['', 1],
  ])('reads page %j as %i', (page, expected) => {
    expect(viewFromSearch(schema, { page }).page).toBe(expected);
  });

  test('is parsed as it was written, and the URL omits defaults', () => {
    const view = fc.record({
      status: fc.constantFrom('open' as const, 'closed' as const),
      category: fc.option(fc.uuid(), { nil: null }),
      year: fc.option(fc.integer({ min: 2025, max: 2100 }), { nil: null }),
      page: fc.integer({ min: 1, max: 999_999_999 }),
      sort: fc.option(
        fc.record({
          column: fc.constantFrom('points', 'left'),
          direction: fc.constantFrom('ascending' as const, 'descending' as const),
        }),
        { nil: null },
      ),
      all: fc.boolean(),
    });
    fc.assert(
      fc.property(view, (some) => {
        expect(viewFromSearch(schema, searchFromView(schema, some))).toEqual(some);
      }),
    );
    expect(Object.values(searchFromView(schema, viewFromSearch(schema, {})))).toEqual(
      Object.keys(preset).map(() => undefined),
    );
  });

  test('is parsed from any URL without an error', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...Object.keys(preset)), fc.string()), (search) => {
        expect(Object.keys(viewFromSearch(schema, search)).toSorted()).toEqual(
          Object.keys(preset).toSorted(),
        );
      }),
    );
  });
});

describe('links within a list', () => {
  const lists = ['/projects', '/projects/select', '/news'];

  test.each([
    ['/projects', '/projects'],
    ['/projects/$uuid', '/projects'],
    ['/projects/select', '/projects/select'],
    ['/projects-of-others', undefined],
    ['/', undefined],
  ])('%s belongs to %s', (path, list) => {
    expect(parentList(lists, path)).toBe(list);
  });

  test('keep only its view, unless they set another view', () => {
    const current = { status: 'closed', page: '2', find: 'a1', project: 'p' };
    expect(preserveListView(current, {})).toEqual({ status: 'closed', page: '2', find: 'a1' });
    expect(preserveListView(current, { scan: '1' })).toEqual({
      scan: '1',
      status: 'closed',
      page: '2',
      find: 'a1',
    });
    expect(preserveListView(current, { status: 'lost' })).toEqual({ status: 'lost' });
    expect(preserveListView(current, { page: undefined })).toEqual({ page: undefined });
  });
});
