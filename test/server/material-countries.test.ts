import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import type { CustomInput } from '#schemas/order.ts';
import type { OrderSubmission } from '#schemas/order-submission.ts';
import { transact } from '#server/db/database.ts';
import { up } from '#server/db/migrations/037-material-languages.ts';
import { writeProducts } from '#server/shop/write-products.ts';
import { completeInput } from '#test/schemas/complete-material.ts';
import { addPoints, lineOf, newProduct, recipient, stockOf } from './order-setup.ts';
import { type ScanServer, startScanServer } from './scan-setup.ts';

let server: ScanServer;
beforeAll(async () => {
  server = await startScanServer();
});
afterAll(() => server.close());

const banner = { type: 'banner', subtype: null } as const;

/** Orders a material as the Czech owner. */
async function orderMaterial(variant: string, data: CustomInput) {
  const body: OrderSubmission = {
    type: 'VELUXMS',
    order: [lineOf(variant, 10, 1)],
    delivery: 2,
    customer: recipient,
    data,
  };
  return server.call(calls.createOrder, { body }, await server.tokenOf('czechOwner'));
}

describe('a country without material in its language', () => {
  const offer = async () => {
    const [product, variant] = [randomUUID(), randomUUID()];
    const productRow = {
      uuid: product,
      type: 'VELUXMS' as const,
      marketing: banner,
      sku: 'x',
      name: 'x',
      active: true,
      is_visible: true,
      category: null,
      pictures: [],
      createdAt: 0,
      description: '',
      variants: [{ uuid: variant, sku: 'x', stock: 9, price: 10, attrs: [] }],
    };
    await transact(server.db, (trx) => writeProducts(trx, 'CZ', [productRow], server.clock.now()));
    return { product, variant };
  };
  const activeOf = async (product: string) =>
    (
      await server.db
        .selectFrom('shop_products')
        .select('active')
        .where('uuid', '=', product)
        .executeTakeFirstOrThrow()
    ).active;
  const activate = (product: string) =>
    server.db
      .updateTable('shop_products')
      .set({ active: true })
      .where('uuid', '=', product)
      .execute();

  test('has no material in its shop, and an order in any language is rejected', async () => {
    await addPoints(server, 'czechOwner', 500);
    const { product, variant } = await offer();
    expect(await activeOf(product)).toBe(false);
    await activate(product);
    for (const data of [
      completeInput(banner),
      { ...completeInput(banner), language: 'pl' as const },
    ]) {
      const response = await orderMaterial(variant, data);
      expect(response.errors).toMatchObject([
        { code: 'product_unavailable', field: 'body.order.0' },
      ]);
    }
    expect(await stockOf(server, variant)).toBe(9);
  });

  test('loses earlier offers, and its devices receive the change', async () => {
    const ownProduct = await newProduct(server, { marketing: banner });
    const staleRows = [await offer(), await offer()];
    for (const { product } of staleRows) await activate(product);
    const counter = async () =>
      (
        await server.db
          .selectFrom('region_counters')
          .select('rev')
          .where('region', '=', 'CZ')
          .executeTakeFirstOrThrow()
      ).rev;
    const before = await counter();
    await up(server.db as unknown as Parameters<typeof up>[0]);
    for (const { product } of staleRows) expect(await activeOf(product)).toBe(false);
    expect(await activeOf(ownProduct.product)).toBe(true);
    // Devices pull rows above the counter's last value.
    const rows = await server.db
      .selectFrom('shop_products')
      .select('rev')
      .where('region', '=', 'CZ')
      .where('rev', '>', before)
      .execute();
    expect(rows.length).toBeGreaterThanOrEqual(staleRows.length);
    const revSteps = rows.map(({ rev }) => rev - before).toSorted((a, b) => a - b);
    expect(revSteps).toEqual(rows.map((_, index) => index + 1));
    expect(await counter()).toBe(before + rows.length);
  });
});
