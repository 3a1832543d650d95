import { expect, test } from 'vitest';
import { shownCountry } from '#console/parts/use-country.ts';

test.each([
  ['the header’s before the address’s', 2, '3', 2],
  ['the address’s, if the header has all', undefined, '3', 3],
  ['the address’s, if the header’s isn’t allowed', 7, '3', 3],
  ['the first, if neither is allowed', 7, '8', 1],
  ['the first, if the address has none', undefined, undefined, 1],
  ['the first, if the address isn’t a number', undefined, 'PL', 1],
] as const)('the shown country is %s', (_, country, address, shown) => {
  expect(shownCountry([1, 2, 3], country, address)).toBe(shown);
});

test('no country is shown if none is allowed', () => {
  expect(shownCountry([], 2, '2')).toBeUndefined();
});
