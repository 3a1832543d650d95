import fc from 'fast-check';
import { expect, test } from 'vitest';
import { requestedItems } from '#schemas/requested-items.ts';

const product = fc.record({
  type: fc.constantFrom('GGL', 'GPU', 'CFP', 'DKL', 'EDW', 'A visit'),
  quantity: fc.integer({ min: 1, max: 9 }),
});
const isWindow = (type: string) => ['GGL', 'GPU', 'CFP'].includes(type);

test('every product is listed once, with its requested quantity', () => {
  fc.assert(
    fc.property(fc.array(product), fc.option(fc.nat(20)), (products, windows) => {
      const items = requestedItems({ products, window_windows_number: windows });
      expect(items.filter(({ type }) => type !== null)).toEqual(products);
    }),
  );
});

test('the number of windows is listed once, but only if the products don’t add up to it', () => {
  fc.assert(
    fc.property(fc.array(product), fc.option(fc.nat(20)), (products, windows) => {
      const windowCount = products
        .filter(({ type }) => isWindow(type))
        .reduce((sum, { quantity }) => sum + quantity, 0);
      const countItems = requestedItems({ products, window_windows_number: windows }).filter(
        ({ type }) => type === null,
      );
      const isNewCount = windows !== null && windows > 0 && windows !== windowCount;
      expect(countItems).toEqual(isNewCount ? [{ type: null, quantity: windows }] : []);
    }),
  );
});
