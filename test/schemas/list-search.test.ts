import * as v from 'valibot';
import { expect, test } from 'vitest';
import { isSearchable, listSearch } from '#schemas/operator/operator-list.ts';

test.each([
  ['an', true],
  [' an ', true],
  ['7', true],
  ['öz', true],
  ['a', false],
  [' a ', false],
  ['', false],
])('a list can be searched for “%s”: %s', (input, expected) => {
  expect(v.is(listSearch, input)).toBe(expected);
  expect(isSearchable(input)).toBe(expected);
});
