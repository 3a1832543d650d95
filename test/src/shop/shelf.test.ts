import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ShopProductDocument } from '#schemas/shop-product.ts';
import { usedCategories, productsOfCategory } from '#src/features/shop/shop-screen.tsx';

const idOf = (index: number) => `0199a1b2-0000-7000-8000-${String(index).padStart(12, '0')}`;

/** Returns one product per category number; null for one without a category. */
function products(categories: readonly (number | null)[]): ShopProductDocument[] {
  return categories.map((category, index) => ({
    uuid: idOf(index),
    op_id: idOf(index),
    created_at: '2026-11-22T10:00:00.000Z',
    updated_at: '2026-11-22T10:00:00.000Z',
    name: `Product ${index}`,
    type: 'WINDOW',
    marketing: null,
    sku: `P-${index}`,
    description: '',
    active: true,
    is_visible: true,
    category: category === null ? null : { uuid: idOf(900 + category), name: `Šňůra ${category}` },
    images: { thumbnail: null, list: [] },
    variants: [{ uuid: idOf(index), sku: '', stock: 1, price: 1, attrs: [] }],
    newest_first: index,
  }));
}

test('empty categories are omitted, and the others are sorted by name, with counts', () => {
  expect(usedCategories(products([2, 1, null, 2]), 'cs')).toEqual([
    { uuid: idOf(901), name: 'Šňůra 1', count: 1 },
    { uuid: idOf(902), name: 'Šňůra 2', count: 2 },
  ]);
});

test('categories are in the shop’s order, and new categories come last, by name', () => {
  const uuids = (order: readonly string[]) =>
    usedCategories(products([4, 3, 2, 1]), 'cs', order).map(({ uuid }) => uuid);
  expect(uuids([idOf(904), idOf(999), idOf(902)])).toEqual([
    ...[idOf(904), idOf(902)],
    ...[idOf(901), idOf(903)],
  ]);
});

test('a page has twelve products, and a number beyond the last page shows the last page', () => {
  const all = products(Array.from({ length: 25 }, () => 1));
  expect(productsOfCategory(all, undefined, 1).visibleProducts).toHaveLength(12);
  expect(productsOfCategory(all, undefined, 3)).toMatchObject({
    page: 3,
    lastPage: 3,
    visibleProducts: [all[24]],
  });
  expect(productsOfCategory(all, undefined, 99).page).toBe(3);
  expect(productsOfCategory(all, undefined, NaN).page).toBe(1);
  expect(productsOfCategory(all, idOf(1), 1).lastPage).toBe(3);
});

test('the pages together show each product of a category once', () => {
  const categoryIndexes = fc.array(fc.option(fc.integer({ min: 0, max: 2 })), {
    minLength: 1,
    maxLength: 60,
  });
  fc.assert(
    fc.property(categoryIndexes, (categories) => {
      const all = products(categories);
      const [first] = usedCategories(all, 'en');
      const { lastPage } = productsOfCategory(all, first?.uuid, 1);
      const pages = Array.from({ length: lastPage }, (_, index) =>
        productsOfCategory(all, first?.uuid, index + 1),
      );
      const shown = pages.flatMap((page) => page.visibleProducts);
      const ownProducts = first ? all.filter(({ category }) => category?.uuid === first.uuid) : all;
      expect(shown).toEqual(ownProducts);
    }),
  );
});
