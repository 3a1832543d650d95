import * as v from 'valibot';
import { expect, test } from 'vitest';
import { companyCalls } from '#schemas/operator/company-calls.ts';
import { operatorCalls } from '#schemas/operator/operator-calls.ts';
import { exampleOf, pageOf } from './example-of.ts';

test('every result of the console has a valid example', () => {
  const invalidCalls = Object.values(operatorCalls).filter(
    ({ result }) => !v.is(result, exampleOf(result)),
  );
  expect(invalidCalls.map(({ id }) => id)).toEqual([]);
});

test('a page of a list has the given fields and examples of the others', () => {
  const page = pageOf(companyCalls.listCompanies, [{ name: 'Dachpol' }, {}]);
  expect(page.data.map(({ name, city }) => [name, city])).toEqual([
    ['Dachpol', ''],
    ['', ''],
  ]);
  expect(v.is(companyCalls.listCompanies.result, page)).toBe(true);
});
