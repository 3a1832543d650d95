import { expect, test } from 'vitest';
import { shownCountry } from '#console/parts/use-country.ts';

test.each([
  ['the first that is input', [2, 3], 2],
  ['the next, if the first isn’t chosen', [undefined, 3], 3],
  ['the next, if the first isn’t allowed', [7, 3, 2], 3],
  ['the next, if the address isn’t a number', [Number('PL'), 2], 2],
  ['the first allowed, if none that is input is', [7, 8], 1],
  ['the first allowed, if none is input', [], 1],
] as const)('the shown country is %s', (_, input, expectedCountry) => {
  expect(shownCountry([1, 2, 3], input)).toBe(expectedCountry);
});

test('no country is shown if none is allowed', () => {
  expect(shownCountry([], [2])).toBeUndefined();
});
