import { describe, expect, test } from 'vitest';
import { findActive, nextIndex } from '#console/parts/index-table/active-row.ts';

const rowsOf = (ids: string) => [...ids].map((id) => ({ id }));
const active = { id: 'b', index: 1 };

describe('the active row', () => {
  test('is the same record after rows appeared above it', () => {
    expect(findActive(rowsOf('abc'), active)).toEqual({ index: 1, isRemoved: false });
    expect(findActive(rowsOf('xyabc'), active)).toEqual({ index: 3, isRemoved: false });
  });

  test('keeps its position when its record disappears, or moves to the end of a shorter list', () => {
    expect(findActive(rowsOf('acd'), active)).toEqual({ index: 1, isRemoved: true });
    expect(findActive(rowsOf('a'), active)).toEqual({ index: 0, isRemoved: true });
    expect(findActive([], active)).toEqual({ index: 0, isRemoved: true });
    expect(findActive(rowsOf('abc'), null)).toEqual({ index: null, isRemoved: false });
  });

  test('is the start of a move by key, which stops at the ends of the list', () => {
    expect(nextIndex(rowsOf('xyabc'), active, 1)).toBe(4);
    expect(nextIndex(rowsOf('xyabc'), active, -1)).toBe(2);
    expect(nextIndex(rowsOf('ab'), active, 1)).toBe(1);
    expect(nextIndex(rowsOf('ab'), { id: 'a', index: 0 }, -1)).toBe(0);
    expect(nextIndex(rowsOf('ab'), null, 1)).toBe(0);
    expect(nextIndex([], active, 1)).toBeNull();
  });

  test('doesn’t make a key skip a row when its record has disappeared', () => {
    expect(nextIndex(rowsOf('acd'), active, 1)).toBe(1);
    expect(nextIndex(rowsOf('acd'), active, -1)).toBe(0);
    expect(nextIndex(rowsOf('a'), { id: 'd', index: 3 }, 1)).toBe(0);
    expect(nextIndex(rowsOf('a'), { id: 'd', index: 3 }, -1)).toBe(0);
  });
});
