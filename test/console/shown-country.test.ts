import { expect, test } from 'vitest';
import { shownCountry } from '#console/parts/use-country.ts';

test.each([
  ['the first candidate', [2, 3], 2],
  ['the second candidate, if the first is undefined', [undefined, 3], 3],
  ['the next candidate, if the first isn’t allowed', [7, 3, 2], 3],
  ['the next candidate, if the URL has no number', [Number('PL'), 2], 2],
  ['the first allowed country, if no candidate is allowed', [7, 8], 1],
  ['the first allowed country, if there are no candidates', [], 1],
] as const)('the shown country is %s', (_, input, expectedCountry) => {
  expect(shownCountry([1, 2, 3], input)).toBe(expectedCountry);
});

test('no country is shown if none is allowed', () => {
  expect(shownCountry([], [2])).toBeUndefined();
});
