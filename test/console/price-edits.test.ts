import { expect, test } from 'vitest';
import {
  parsePrice,
  priceChanges,
  priceColumn,
  withPrice,
} from '#console/features/shop/price-edits.ts';
import { rebaseOn } from '#console/features/shop/rebase-edits.ts';
import type { EditedVariant, VariantEdits } from '#console/features/shop/variant-edits.ts';
import { stockColumn, stockMovements, withStock } from '#console/features/shop/stock-edits.ts';
import { stockChange } from '#console/features/shop/stock-dialog.tsx';
import { regionIdOf } from '#schemas/regions.ts';

const variant = (id: string, price = 40): EditedVariant => ({
  ...{ id, price, rev: 3, sku: id.toUpperCase(), stock: 5, product: 'p' },
  region: regionIdOf('PL'),
  name: `Gloves ${id}`,
});
const editedPrices = (...edits: readonly (readonly [string, string])[]) => {
  let prices: VariantEdits = new Map();
  for (const [id, text] of edits) prices = withPrice(prices, variant(id), text);
  return prices;
};

test.each([
  ['40', 40],
  ['1 000 000', 1_000_000],
  ['0', null],
  ['', null],
  ['12.5', null],
  ['-3', null],
  ['1000001', null],
  ['99999999999999999999', null],
])('a typed price %j is %j', (text, price) => {
  expect(parsePrice(text)).toBe(price);
});

test('the variant’s current price isn’t a change, and an invalid price isn’t sent', () => {
  const prices = editedPrices(['a', '45'], ['b', ''], ['c', '50'], ['c', '40']);
  expect([...prices.keys()]).toEqual(['a', 'b']);
  expect(priceChanges(prices)).toEqual([{ variant: variant('a'), before: 40, after: 45 }]);
});

test('a typed price stays based on the version that the operator saw', () => {
  const newer = { ...variant('a', 60), rev: 4 };
  expect(withPrice(editedPrices(['a', '45']), newer, '46').get('a')?.variant.rev).toBe(3);
});

test('after a conflict, the operator only has to decide on prices that someone else set differently', () => {
  const prices = editedPrices(
    ['same', '45'],
    ['mine', '50'],
    ['both', '55'],
    ['gone', '45'],
    ['sku', '41'],
  );
  const found = rebaseOn(
    prices,
    new Map([
      ['same', { rev: 4, price: 45, stock: 5 }],
      ['mine', { rev: 3, price: 40, stock: 1 }],
      ['both', { rev: 5, price: 44, stock: 5 }],
      ['sku', { rev: 4, price: 40, stock: 5 }],
    ]),
    priceColumn,
  );
  expect(found.conflicts).toEqual([{ field: 'both', mine: '55', theirs: '44' }]);
  expect(found.removedNames).toEqual(['Gloves gone']);
  const sentChanges = priceChanges(found.edits).map(({ variant: { id, rev }, before, after }) => ({
    ...{ id, rev, before, after },
  }));
  expect(sentChanges).toEqual([
    { id: 'mine', rev: 3, before: 40, after: 50 },
    { id: 'both', rev: 5, before: 44, after: 55 },
    { id: 'sku', rev: 4, before: 40, after: 41 },
  ]);
});

test.each([
  ['add', '12', 12],
  ['remove', '12', -12],
  ['correct', '12', 7],
  ['correct', '0', -5],
  ['correct', '5', 0],
  ['add', '1.5', null],
  ['add', '', null],
  ['add', '100001', null],
] as const)('%s %j changes a stock of 5 by %j', (kind, text, change) => {
  expect(stockChange(kind, text, 5)).toBe(change);
});

test('a typed stock becomes a movement unless it is unchanged, too large a change, or not a number', () => {
  let edits: VariantEdits = new Map();
  for (const [id, text] of [
    ['a', '12'],
    ['b', '5'],
    ['c', 'many'],
    ['d', '200 000'],
    ['e', '0'],
  ] as const)
    edits = withStock(edits, variant(id), text);
  expect([...edits.keys()]).toEqual(['a', 'c', 'd', 'e']);
  expect(stockMovements(edits)).toEqual([
    { variant: variant('a'), after: 12, change: 7 },
    { variant: variant('e'), after: 0, change: -5 },
  ]);
});

test('a movement is based on the stock at the start of typing, so that the server notices a sale', () => {
  const first = withStock(new Map(), variant('a'), '1');
  const sold = { ...variant('a'), stock: 4 };
  expect(stockMovements(withStock(first, sold, '15'))).toEqual([
    { variant: variant('a'), after: 15, change: 10 },
  ]);
});

test('after a conflict, a stock that was already saved isn’t moved again, and a sale is shown', () => {
  let edits: VariantEdits = new Map();
  for (const id of ['saved', 'sold']) edits = withStock(edits, variant(id), '10');
  const newest = { rev: 3, price: 40 };
  const found = rebaseOn(
    edits,
    new Map([
      ['saved', { ...newest, stock: 10 }],
      ['sold', { ...newest, stock: 4 }],
    ]),
    stockColumn,
  );
  expect(found.conflicts).toEqual([{ field: 'sold', mine: '10', theirs: '4' }]);
  expect(stockMovements(found.edits)).toEqual([
    { variant: { ...variant('sold'), stock: 4 }, after: 10, change: 6 },
  ]);
});
