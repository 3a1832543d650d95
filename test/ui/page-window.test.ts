import { describe, expect, it } from 'vitest';
import { pageWindow } from '#src/ui/lists/pagination.tsx';

describe('the window of a pagination', () => {
  it.each([
    [1, 1, [1]],
    [1, 3, [1, 2, 3]],
    [1, 10, [1, 2, 3, 'gap-after', 10]],
    [2, 10, [1, 2, 3, 'gap-after', 10]],
    [3, 10, [1, 2, 3, 4, 'gap-after', 10]],
    [4, 10, [1, 2, 3, 4, 5, 'gap-after', 10]],
    [5, 10, [1, 'gap-before', 4, 5, 6, 'gap-after', 10]],
    [7, 10, [1, 'gap-before', 6, 7, 8, 9, 10]],
    [10, 10, [1, 'gap-before', 8, 9, 10]],
    [3, 5, [1, 2, 3, 4, 5]],
  ])('on page %i of %i is %j', (page, last, expected) => {
    expect(pageWindow(page, last)).toEqual(expected);
  });

  it('replaces a page beyond the last by the last, and contains page 1 even if there are no pages', () => {
    expect(pageWindow(99, 4)).toEqual(pageWindow(4, 4));
    expect(pageWindow(1, 0)).toEqual([1]);
  });

  it('always contains the first, current and last page, each once and in order', () => {
    for (let last = 1; last <= 30; last += 1) {
      for (let page = 1; page <= last; page += 1) {
        const numbers = pageWindow(page, last).filter((slot) => typeof slot === 'number');
        expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b));
        expect(numbers).toEqual(expect.arrayContaining([1, page, last]));
        expect(numbers.length).toBeLessThanOrEqual(7);
      }
    }
  });
});
