import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CartItem, toCartItems, type CartLine, MAX_QUANTITY } from '#schemas/cart.ts';
import { countItems } from '#schemas/cart-count.ts';
import {
  groupByVendor,
  cartProblems,
  minimumOrder,
  missingPoints,
  quantityBounds,
  reconcileCart,
  cartTotal,
} from '#schemas/cart-rules.ts';
import { isSoldOut, lowestPrice, MAX_VARIANT_TITLE, variantTitle } from '#schemas/shop-product.ts';
import { regionCodes } from '#schemas/regions.ts';
import { isCartProduct, isDelivered, vendorTypes } from '#schemas/vendors.ts';

const item: fc.Arbitrary<CartItem> = fc.record({
  uuid: fc.uuid(),
  product_uuid: fc.uuid(),
  type: fc.constantFrom(...vendorTypes),
  name: fc.string({ minLength: 1, maxLength: 20 }),
  title: fc.constant(''),
  sku: fc.constant('A-1'),
  image: fc.constant(null),
  price: fc.nat({ max: 5000 }),
  stock: fc.nat({ max: 40 }),
});
const cart: fc.Arbitrary<CartLine[]> = fc.uniqueArray(
  fc.record({ item, quantity: fc.nat({ max: 50 }), newest_first: fc.nat() }).map((lineInput) => {
    return {
      ...lineInput.item,
      quantity: lineInput.quantity,
      newest_first: lineInput.newest_first,
    };
  }),
  { selector: ({ uuid }) => uuid, maxLength: 8 },
);
/** A cart, and current data of some of its products with a different stock and price. */
const cartsWithFreshData = cart.chain((lines) =>
  fc
    .tuple(
      ...lines.map((line) =>
        fc
          .option(fc.record({ stock: fc.nat({ max: 60 }), price: fc.nat({ max: 5000 }) }))
          .map((freshLine): CartItem[] => {
            if (freshLine === null) return [];
            const { quantity: _quantity, newest_first: _order, ...item } = line;
            return [{ ...item, ...freshLine }];
          }),
      ),
    )
    .map((freshItems) => ({ lines, fresh: freshItems.flat() })),
);

describe('a cart merged with fresh data', () => {
  test('never exceeds the stock, and has current prices', () => {
    fc.assert(
      fc.property(cartsWithFreshData, ({ lines, fresh }) => {
        const result = reconcileCart(lines, fresh);
        const freshItems = new Map(fresh.map((one) => [one.uuid, one]));
        expect(result.lines.map(({ uuid }) => uuid)).toEqual(
          lines.map(({ uuid }) => uuid).filter((uuid) => freshItems.has(uuid)),
        );
        for (const line of result.lines) {
          const before = lines.find(({ uuid }) => uuid === line.uuid);
          const freshLine = freshItems.get(line.uuid);
          expect(line).toMatchObject({ price: freshLine?.price, stock: freshLine?.stock });
          // A sold-out line that is available again gets quantity 1.
          expect(line.quantity).toBe(Math.min(before?.quantity || 1, freshLine?.stock ?? 0));
        }
      }),
    );
  });

  test('reports every change once, and none when repeated', () => {
    fc.assert(
      fc.property(cartsWithFreshData, ({ lines, fresh: freshItems }) => {
        const { lines: keptLines, changes } = reconcileCart(lines, freshItems);
        const removals = changes.filter(({ kind }) => kind === 'gone');
        expect(removals).toHaveLength(lines.length - keptLines.length);
        expect(new Set(changes.map(({ line, kind }) => `${line.uuid} ${kind}`)).size).toBe(
          changes.length,
        );
        expect(reconcileCart(keptLines, freshItems)).toEqual({ lines: keptLines, changes: [] });
      }),
    );
  });

  test('reports a product that is back in stock, and orders one of it', () => {
    fc.assert(
      fc.property(cart, (lines) => {
        const freshItems = lines.map(
          ({ quantity: _quantity, newest_first: _order, ...one }) => one,
        );
        const result = reconcileCart(
          lines.map((line) => ({ ...line, quantity: 0 })),
          freshItems,
        );
        const inStock = lines.filter(({ stock }) => stock > 0);
        expect(
          result.changes.map(({ line, kind, newValue }) => [line.uuid, kind, newValue]),
        ).toEqual(inStock.map(({ uuid }) => [uuid, 'back', 1]));
        expect(result.lines.map(({ quantity }) => quantity)).toEqual(
          lines.map(({ stock }) => Math.min(stock, 1)),
        );
      }),
    );
  });

  test('is the same cart if nothing has changed', () => {
    const lines = cart.map((all) => all.map((line) => ({ ...line, stock: line.quantity })));
    fc.assert(
      fc.property(lines, (all) => {
        const freshItems = all.map(({ quantity: _quantity, newest_first: _order, ...one }) => one);
        expect(reconcileCart(all, freshItems)).toEqual({ lines: all, changes: [] });
      }),
    );
  });
});

describe('the parts of a cart', () => {
  test('have one vendor each, and together contain the whole cart', () => {
    fc.assert(
      fc.property(cart, (lines) => {
        const groups = groupByVendor(lines);
        expect(new Set(groups.map(({ type }) => type)).size).toBe(groups.length);
        for (const group of groups) {
          expect(group.lines.every(({ type }) => type === group.type)).toBe(true);
          expect(group.total).toBe(cartTotal(group.lines));
        }
        expect(groups.reduce((sum, { total }) => sum + total, 0)).toBe(cartTotal(lines));
        expect(groups.reduce((sum, group) => sum + countItems(group.lines), 0)).toBe(
          countItems(lines),
        );
      }),
    );
  });
});

describe('a quantity', () => {
  test('can be chosen between 1 and the remaining stock, and is 0 when sold out', () => {
    fc.assert(
      fc.property(fc.nat({ max: 20_000 }), fc.nat({ max: 20_000 }), (stock, inCart) => {
        const { min, max } = quantityBounds({ stock, inCart });
        expect(max).toBe(Math.max(0, Math.min(stock, MAX_QUANTITY) - inCart));
        expect(min).toBe(max === 0 ? 0 : 1);
      }),
    );
  });
});

describe('an obstacle to ordering a cart', () => {
  const line = (type: CartLine['type'], price: number, quantity = 1) => ({ type, price, quantity });

  test('doesn’t exist if the company has enough points and each seller’s minimum is reached', () => {
    fc.assert(
      fc.property(cart, fc.nat({ max: 100_000 }), fc.constantFrom(...regionCodes), (...args) => {
        const [lines, points, region] = args;
        const problems = cartProblems(lines, { points, region });
        const orderedLines = lines.filter(({ quantity }) => quantity > 0);
        const isAccepted =
          orderedLines.length > 0 &&
          cartTotal(orderedLines) <= points &&
          groupByVendor(orderedLines).every(
            ({ type, total }) => total >= minimumOrder(type, region),
          );
        expect(problems.length === 0).toBe(isAccepted);
        expect(
          problems.filter(({ code }) => code !== 'empty').every(({ missing }) => missing > 0),
        ).toBe(true);
      }),
    );
  });

  test('exists if the cart is empty', () => {
    const emptyCart = [{ type: null, code: 'empty', missing: 0 }];
    expect(cartProblems([], { points: 9, region: 'PL' })).toEqual(emptyCart);
    expect(cartProblems([line('COMPACON', 5, 0)], { points: 9, region: 'PL' })).toEqual(emptyCart);
  });

  test('exists if a seller’s minimum, which depends on the country, isn’t reached', () => {
    const minimumOf = (region: 'PL' | 'RS' | 'TR', price: number) =>
      cartProblems([line('WINDOW_DEALERS', price)], { points: 1000, region });
    expect(minimumOf('PL', 127)).toEqual([
      { type: 'WINDOW_DEALERS', code: 'minimum_not_reached', missing: 1 },
    ]);
    expect(minimumOf('PL', 128)).toEqual([]);
    expect(minimumOf('RS', 0)).toEqual([]);
    expect(minimumOf('TR', 49)).toEqual([
      { type: 'WINDOW_DEALERS', code: 'minimum_not_reached', missing: 1 },
    ]);
    expect(cartProblems([line('COMPACON', 1)], { points: 1000, region: 'PL' })).toEqual([]);
  });

  test('exists if the balance covers each part but not the whole cart', () => {
    const lines = [line('COMPACON', 60), line('REWIN', 70)];
    expect(cartProblems(lines, { points: 100, region: 'PL' })).toEqual([
      { type: null, code: 'insufficient_points', missing: 30 },
    ]);
    expect(cartProblems(lines, { points: 65, region: 'PL' })).toEqual([
      { type: 'REWIN', code: 'insufficient_points', missing: 5 },
    ]);
  });
});

describe('the points for a product', () => {
  const costs = (price: number, quantity: number) => ({ price, quantity });

  test('are missing if it costs more than the balance, including the cart', () => {
    fc.assert(
      fc.property(
        fc.nat({ max: 5000 }),
        fc.integer({ min: 1, max: 40 }),
        fc.nat({ max: 100_000 }),
        cart,
        (price, quantity, points, lines) => {
          const missing = missingPoints([...lines, costs(price, quantity)], points);
          expect(missing).toBe(Math.max(0, cartTotal(lines) + price * quantity - points));
        },
      ),
    );
  });

  test('are never missing while the balance is unknown', () => {
    expect(missingPoints([costs(10, 1)], undefined)).toBe(0);
  });
});

describe('a product', () => {
  const variant = (price: number, stock: number, attrValueName?: string) => ({
    uuid: randomUUID(),
    sku: 'A',
    stock,
    price,
    attrs:
      attrValueName === undefined
        ? []
        : [
            {
              attrUuid: randomUUID(),
              attrName: 'Size',
              attrValueUuid: randomUUID(),
              attrValueName,
            },
          ],
  });

  test('shows its lowest price, and is sold out when no variant is in stock', () => {
    const variants = [variant(90, 0), variant(60, 3), variant(60, 0)];
    expect(lowestPrice({ variants })).toEqual({ points: 60, hasHigherPrices: true });
    expect(lowestPrice({ variants: variants.slice(1) })).toEqual({
      points: 60,
      hasHigherPrices: false,
    });
    expect(isSoldOut({ variants })).toBe(false);
    expect(isSoldOut({ variants: [variant(1, 0), variant(2, 0)] })).toBe(true);
  });

  test('becomes one cart item per variant, each with its own name', () => {
    const product = {
      uuid: randomUUID(),
      type: 'COMPACON' as const,
      name: 'Jacket',
      images: { thumbnail: '/files/content/a/s', list: [] },
      variants: [variant(90, 4, 'M'), variant(95, 2, 'XL')],
    };
    const items = toCartItems(product);
    expect(items.map(({ title, price, stock }) => [title, price, stock])).toEqual([
      ['Size: M', 90, 4],
      ['Size: XL', 95, 2],
    ]);
    expect(items.map(({ uuid }) => uuid)).toEqual(product.variants.map(({ uuid }) => uuid));
  });

  test('has a name with all attributes of the variant, up to the maximum length', () => {
    const titleOf = (...attributes: [name: string, value: string][]) =>
      variantTitle({
        attrs: attributes.map(([attrName, attrValueName]) => ({
          attrUuid: randomUUID(),
          attrName,
          attrValueUuid: randomUUID(),
          attrValueName,
        })),
      });
    expect(titleOf(['Size', '8'], ['Colour', 'red'])).toBe('Size: 8, Colour: red');
    expect(titleOf(['', 'red'])).toBe('red');
    expect(titleOf()).toBe('');
    const longNames = ['x'.repeat(60), 'y'.repeat(60)] satisfies [string, string];
    expect(titleOf(longNames, longNames, longNames)).toHaveLength(MAX_VARIANT_TITLE);
  });

  test('that can be added to the cart is delivered', () => {
    expect(vendorTypes.filter((type) => isCartProduct(type) && !isDelivered(type))).toEqual([]);
  });
});
