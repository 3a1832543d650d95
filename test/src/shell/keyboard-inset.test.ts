import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keyboardHeight } from '#src/shell/behaviour/keyboard-inset.ts';

const fullViewport = { height: 844, offsetTop: 0, scale: 1 };

test('the inset is the part of the page under the keyboard, however far the page was scrolled for it', () => {
  expect(keyboardHeight(844, { ...fullViewport, height: 508 })).toBe(336);
  expect(keyboardHeight(844, { ...fullViewport, height: 508, offsetTop: 120 })).toBe(216);
});

test('the inset is zero if the whole page is visible, or only a browser bar covers it', () => {
  expect(keyboardHeight(844, fullViewport)).toBe(0);
  expect(keyboardHeight(844, { ...fullViewport, height: 790 })).toBe(0);
});

test('zooming isn’t mistaken for a keyboard, and the inset is never negative', () => {
  const px = fc.double({ min: 0, max: 3000, noNaN: true });
  fc.assert(
    fc.property(
      px,
      px,
      px,
      fc.double({ min: 1, max: 5, noNaN: true }),
      (page, height, offsetTop, scale) => {
        const covered = keyboardHeight(page, { height, offsetTop, scale });
        expect(covered).toBeGreaterThanOrEqual(0);
        expect(covered).toBeLessThanOrEqual(Math.ceil(page));
        expect(scale > 1.02 && covered !== 0).toBe(false);
      },
    ),
  );
});
