import * as v from 'valibot';
import { expect, test } from 'vitest';
import { cardsSearch, keepLastDigits } from '#console/features/cards/cards-search.ts';

test.each([
  ['4800000012', '0012'],
  ['48000000', '0000'],
  ['4800 0000 12', '0012'],
  ['48-00.00/0012', '0012'],
  ['0012', '0012'],
  ['４８００００００１２', '００１２'],
  ['Dachy Nowak', 'Dachy Nowak'],
  ['Dachy 24', 'Dachy 24'],
  ['', ''],
])('a search for %j keeps no more than four digits of a number', (typed, kept) => {
  expect(keepLastDigits(typed, false)).toBe(kept);
});

test('a search of requested cards keeps the six digits of an order number', () => {
  expect(keepLastDigits('100 001', true)).toBe('100001');
  expect(keepLastDigits('4800000012', true)).toBe('000012');
});

test('the list of cards keeps its columns’ widths', () => {
  expect(v.parse(cardsSearch, { widths: 'company:250' }).widths).toBe('company:250');
});
