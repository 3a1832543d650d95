import { expect, type Page } from '@playwright/test';
import { calls } from '#schemas/api/calls.ts';
import type { ShopProduct } from '#schemas/shop-product.ts';
import type { VendorType } from '#schemas/vendors.ts';
import type { Transport } from '#sync/http/transport.ts';
import type { Club } from './club.ts';
import { goTo } from './go-to.ts';

/**
 * Finds a visible shop product with the given stock of its first variant and number of pictures.
 */
export async function productOf(
  owner: Transport,
  type: VendorType,
  { stock = 10, pictures = 1 } = {},
): Promise<ShopProduct> {
  const { data } = await owner.call(calls.listShopProducts, { query: { limit: 500 } });
  const found = data.find(
    (product) =>
      product.active &&
      product.is_visible &&
      product.type === type &&
      product.images.list.length >= pictures &&
      (product.variants[0]?.stock ?? 0) >= stock,
  );
  if (!found) throw new Error(`The demo has no product of ${type} in stock.`);
  return found;
}

/** Returns the company's orders, newest first. */
export async function ordersOf(owner: Transport) {
  return (await owner.call(calls.listOrders, { query: { limit: 100 } })).data;
}

/** Opens the shop and waits until its products are on the device. */
export async function openShop(page: Page): Promise<void> {
  await goTo(page, '/shop');
  await expect(page.getByRole('list', { name: 'Products' })).toBeVisible({ timeout: 30_000 });
}

/** Adds the given quantity of a product's first available variant to the cart. */
export async function putIntoCart(
  page: Page,
  product: ShopProduct,
  quantity: number,
): Promise<void> {
  await goTo(page, `/shop/${product.uuid}`);
  const picker = page.getByRole('spinbutton', { name: 'Quantity' });
  await picker.fill(String(quantity));
  await page.getByRole('button', { name: 'Add to cart' }).click();
  await expect(page.getByText('Added to your cart').first()).toBeVisible();
}

/** Makes the cart API return a higher price for a product. */
export function raisePrice(club: Club, { uuid }: Pick<ShopProduct, 'uuid'>): void {
  club.proxy.addFault(calls.listCartItems, {
    kind: 'rewrite',
    rewrite: (response) => {
      const { data, ...otherFields } = response as {
        data: { product_uuid: string; price: number }[];
      };
      const raisedData = data.map((item) =>
        item.product_uuid === uuid ? { ...item, price: item.price + 7 } : item,
      );
      return { ...otherFields, data: raisedData };
    },
  });
}
