import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lastPageOf, mergeNewest, pageOf } from '#src/features/projects/queries.ts';

const keys = fc.array(fc.integer({ min: 0, max: 1000 }), { maxLength: 60 });
const list = (numbers: readonly number[]) =>
  numbers.toSorted((a, b) => a - b).map((newest_first) => ({ newest_first }));

describe('the pages of the project list', () => {
  it('list every project once, in order', () => {
    fc.assert(
      fc.property(keys, fc.integer({ min: 1, max: 20 }), (numbers, size) => {
        const all = list(numbers);
        const pages = Array.from({ length: lastPageOf(all.length, size) }, (_, index) =>
          pageOf(all, index + 1, size),
        );
        expect(pages.flat()).toEqual(all);
      }),
    );
  });

  it('are the same whether built from the newest projects of each status or from all projects', () => {
    fc.assert(
      fc.property(keys, keys, fc.integer({ min: 1, max: 30 }), (open, scheduled, limit) => {
        const bothLists = [list(open), list(scheduled)];
        const short = bothLists.map((one) => one.slice(0, limit));
        expect(mergeNewest(short, limit)).toEqual(mergeNewest(bothLists, limit));
      }),
    );
  });

  it('have a first page even if empty', () => {
    expect(lastPageOf(0)).toBe(1);
    expect(pageOf([], 1)).toEqual([]);
  });
});
