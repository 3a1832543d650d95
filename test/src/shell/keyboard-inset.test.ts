import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keyboardHeight } from '#src/shell/behaviour/keyboard-inset.ts';

const whole = { height: 844, offsetTop: 0, scale: 1 };

test('what of the page is under the keyboard, however far the page was moved up for it', () => {
  expect(keyboardHeight(844, { ...whole, height: 508 })).toBe(336);
  expect(keyboardHeight(844, { ...whole, height: 508, offsetTop: 120 })).toBe(216);
});

test('nothing where the whole page is seen, or only a bar of the browser takes from it', () => {
  expect(keyboardHeight(844, whole)).toBe(0);
  expect(keyboardHeight(844, { ...whole, height: 790 })).toBe(0);
});

test('whoever has zoomed in has no keyboard for it, and never is it less than nothing', () => {
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
