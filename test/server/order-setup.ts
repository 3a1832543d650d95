import { randomUUID } from 'node:crypto';
import { calls } from '#schemas/api/calls.ts';
import type { CheckoutCustomer } from '#schemas/checkout.ts';
import type { DeliveryType } from '#schemas/delivery.ts';
import type { MarketingMaterial } from '#schemas/marketing-material.ts';
import type { Order } from '#schemas/order.ts';
import type { RegionCode } from '#schemas/regions.ts';
import type { ShopVariant } from '#schemas/shop-product.ts';
import type { VendorType } from '#schemas/vendors.ts';
import { nextRev } from '#server/db/changes.ts';
import { transact } from '#server/db/database.ts';
import { writeProducts } from '#server/shop/write-products.ts';
import type { ScanServer } from './scan-setup.ts';
import { accounts, type AccountKey } from './test-accounts.ts';

/** A recipient for delivery to a home or to a company. */
export const recipient: CheckoutCustomer = {
  name: 'Ada',
  surname: 'Example',
  phone_region: 'PL',
  phone_number: '501 234 567',
  country: 'PL',
  street: 'Dachowa',
  house_number: '1',
  city: 'Warszawa',
  postal_code: '00-001',
  company_name: 'Company 1',
};

/** Adds a product with one variant to the Polish shop. */
export async function newProduct(
  { db, clock }: Pick<ScanServer, 'db' | 'clock'>,
  offer: {
    type?: VendorType;
    price?: number;
    stock?: number;
    active?: boolean;
    category?: string;
    marketing?: MarketingMaterial;
    sku?: string;
    region?: RegionCode;
  } = {},
): Promise<{ product: string; variant: string }> {
  const { price = 10, stock = 5, active = true, category = null, marketing = null } = offer;
  const { type = marketing === null ? 'COMPACON' : 'VELUXMS' } = offer;
  const { sku = 'T-1', region = 'PL' } = offer;
  const [product, variant] = [randomUUID(), randomUUID()];
  const variants: ShopVariant[] = [{ uuid: variant, sku, stock, price, attrs: [] }];
  const texts = { sku: 'T', name: 'A thing', description: '<p onclick="x()">Good</p>' };
  const productRow = {
    uuid: product,
    type,
    ...texts,
    active,
    is_visible: true,
    category,
    marketing,
  };
  const now = clock.now();
  await transact(db, (trx) =>
    writeProducts(trx, region, [{ ...productRow, pictures: [], variants, createdAt: now }], now),
  );
  return { product, variant };
}

/** Credits points to a company. */
export async function addPoints(
  { db, clock }: Pick<ScanServer, 'db' | 'clock'>,
  account: AccountKey,
  points: number,
): Promise<void> {
  const company_id = accounts[account].companyId;
  const moment = new Date(clock.now());
  await transact(db, async (trx) => {
    const ledgerEntry = { uuid: randomUUID(), op_id: randomUUID(), created_at: moment };
    const rev = await nextRev(trx, company_id);
    await trx
      .insertInto('ledger')
      .values({
        ...ledgerEntry,
        company_id,
        rev,
        updated_at: moment,
        event: 'other',
        points,
        variation: 'positive',
        project_uuid: null,
      })
      .execute();
  });
}

/** Returns an order line. */
export function lineOf(variant: string, price = 10, quantity = 1) {
  return { uuid: variant, price, quantity };
}

/** A server and the tokens of its accounts. */
type OrderServer = Pick<ScanServer, 'call' | 'tokenOf'>;

/** Places an order with a single vendor, and returns the response. */
export async function orderProducts(
  server: OrderServer,
  account: AccountKey,
  lines: readonly ReturnType<typeof lineOf>[],
  options: {
    type?: VendorType;
    delivery?: DeliveryType;
    key?: string;
    customer?: CheckoutCustomer;
  } = {},
) {
  const { type = 'COMPACON', delivery = 1, key, customer = recipient } = options;
  const headers = key === undefined ? {} : { 'idempotency-key': key };
  const body = { type, order: [...lines], delivery, customer };
  return server.call(calls.createOrder, { body, headers }, await server.tokenOf(account));
}

/** Returns the points of the account's company. */
export async function pointsOf(server: OrderServer, account: AccountKey): Promise<number> {
  const params = { id: accounts[account].companyId };
  const token = await server.tokenOf(account);
  return (await server.call(calls.getPointsSummary, { params }, token)).result.company_points;
}

/** Returns the stock of a variant. */
export async function stockOf({ db }: Pick<ScanServer, 'db'>, variant: string): Promise<number> {
  const { stock } = await db
    .selectFrom('shop_variants')
    .select('stock')
    .where('uuid', '=', variant)
    .executeTakeFirstOrThrow();
  return stock;
}

/** Places an order with a single vendor; throws if it is rejected. */
export async function placeOrder(...args: Parameters<typeof orderProducts>): Promise<Order> {
  const { status, code, result } = await orderProducts(...args);
  const [createdOrder] = status === 201 ? result.data : [];
  if (!createdOrder) throw new Error(`The order was rejected with ${status} ${code}.`);
  return createdOrder;
}

/** Fetches an order with the vendor's response. */
export async function orderDetail(
  server: OrderServer,
  id: string,
  account: AccountKey = 'polishOwner',
) {
  return server.call(calls.getOrder, { params: { id } }, await server.tokenOf(account));
}
