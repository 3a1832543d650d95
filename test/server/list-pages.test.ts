import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  findPageEnd,
  estimateLastPage,
  LIST_BYTES,
  paginate,
  findPageStart,
} from '#server/db/bounded-list.ts';

const weights = fc.array(fc.integer({ min: 1, max: 2 * LIST_BYTES }), { maxLength: 40 });
const limits = fc.integer({ min: 1, max: 50 });

/** Returns the pages of a list, each looked up by its number alone. */
function pagesOf(all: readonly number[], limit: number): number[][] {
  const pages: number[][] = [];
  for (let page = 1; ; page += 1) {
    // Only the entries before the page are known.
    const before = all.slice(0, (page - 1) * limit);
    const { start } = findPageStart(before, { page, limit });
    const rows = all.slice(start, findPageEnd(all, start, limit));
    if (rows.length === 0) return pages;
    pages.push(rows);
  }
}

describe('the pages of a list', () => {
  test('contain every entry once, in order, and respect the page limit', () => {
    fc.assert(
      fc.property(weights, limits, (all, limit) => {
        const pages = pagesOf(all, limit);
        expect(pages.flat()).toEqual(all);
        for (const page of pages) {
          expect(page.length).toBeLessThanOrEqual(limit);
          const withoutLast = page.slice(0, -1).reduce((sum, weight) => sum + weight, 0);
          expect(withoutLast).toBeLessThan(LIST_BYTES);
        }
      }),
    );
  });

  test('depend only on the limit if no entry is large', () => {
    fc.assert(
      fc.property(fc.nat(200), limits, (length, limit) => {
        const all = Array.from({ length }, () => 1);
        expect(pagesOf(all, limit)).toHaveLength(Math.ceil(length / limit));
      }),
    );
  });

  test('are all found by requesting pages up to the last reported page count', () => {
    fc.assert(
      fc.property(weights, limits, (all, limit) => {
        const texts = all.map((weight) => 'x'.repeat(Math.min(weight, 3)).padEnd(weight % 7));
        const rows: string[] = [];
        for (let page = 1, last = 1; page <= last; page += 1) {
          const { data, meta } = paginate(texts, { page, limit });
          rows.push(...data);
          last = meta.last_page;
        }
        expect(rows).toEqual(texts);
      }),
    );
  });

  test('of an empty list are a single page', () => {
    expect(estimateLastPage({ pagesBefore: 0, start: 0, rowCount: 0, limit: 5, total: 0 })).toBe(1);
    expect(paginate([], { page: 3, limit: 5 })).toEqual({
      data: [],
      meta: { last_page: 1, total: 0 },
    });
  });
});
