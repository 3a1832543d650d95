import { expect, test } from 'vitest';
import {
  parsePrice,
  priceChanges,
  rebaseOn,
  withPrice,
  type EditedVariant,
  type PriceEdit,
} from '#console/features/shop/price-edits.ts';
import { stockChange } from '#console/features/shop/stock-dialog.tsx';
import { regionIdOf } from '#schemas/regions.ts';

const variant = (id: string, price = 40): EditedVariant => ({
  ...{ id, price, rev: 3, sku: id.toUpperCase(), stock: 5, product: 'p' },
  region: regionIdOf('PL'),
  name: `Gloves ${id}`,
});
const editedPrices = (...edits: readonly (readonly [string, string])[]) => {
  let prices: ReadonlyMap<string, PriceEdit> = new Map();
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
  );
  expect(found.conflicts).toEqual([{ field: 'both', mine: '55', theirs: '44' }]);
  expect(found.removed).toEqual(['Gloves gone']);
  const sentChanges = priceChanges(found.prices).map(({ variant: { id, rev }, before, after }) => ({
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
