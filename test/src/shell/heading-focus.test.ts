import { expect, test } from 'vitest';
import { focusHeading } from '#src/ui/focus-recovery.ts';

function page(headings: number, activeIsField: boolean, hidden: readonly number[] = []) {
  const focused: number[] = [];
  const headingElements = Array.from({ length: headings }, (_, index) => ({
    tabIndex: 0,
    focus: () => focused.push(index),
    checkVisibility: () => !hidden.includes(index),
  }));
  const page = {
    querySelectorAll: () => headingElements,
    activeElement: { matches: () => activeIsField },
  };
  // Only the parts of a document that the function reads.
  focusHeading(page as unknown as Document);
  return { focused, headingElements };
}

test('the heading of a list’s detail gets the focus', () => {
  const { focused, headingElements } = page(2, false);
  expect(focused).toEqual([1]);
  expect(headingElements[1]?.tabIndex).toBe(-1);
});

test('a heading that isn’t visible yet is skipped', () => {
  expect(page(2, false, [1]).focused).toEqual([0]);
});

test('a screen that focuses one of its fields keeps that focus', () => {
  expect(page(1, true).focused).toEqual([]);
});

test('a screen without a heading is unaffected', () => {
  expect(page(0, false).focused).toEqual([]);
});
