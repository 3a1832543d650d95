import { expect, test } from 'vitest';
import { shownCountry } from '#console/parts/use-country.ts';

test.each([
  ['the first that is wanted', [2, 3], 2],
  ['the next, if the first isn’t chosen', [undefined, 3], 3],
  ['the next, if the first isn’t allowed', [7, 3, 2], 3],
  ['the next, if the address isn’t a number', [Number('PL'), 2], 2],
  ['the first allowed, if none that is wanted is', [7, 8], 1],
  ['the first allowed, if none is wanted', [], 1],
] as const)('the shown country is %s', (_, wanted, shown) => {
  expect(shownCountry([1, 2, 3], wanted)).toBe(shown);
});

test('no country is shown if none is allowed', () => {
  expect(shownCountry([], [2])).toBeUndefined();
});
