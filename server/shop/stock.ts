import { randomUUID } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import { type MarketingMaterial } from '#schemas/marketing-material.ts';
import { STOCK_TOO_HIGH, type StockReason } from '#schemas/operator/shop-calls.ts';
import { type RegionCode, type RegionId } from '#schemas/regions.ts';
import { type ShopVariant, variantTitle } from '#schemas/shop-product.ts';
import { type VendorType } from '#schemas/vendors.ts';
import { type AuditedChange } from '../console/operator-handler.ts';
import { nextRegionRevs } from '../contents/region-changes.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { anyUuid } from '../scans/any-of.ts';
import { getMarketingMaterial, shownPictures, thumbnailPath } from './product-row.ts';

/** Maximum value of an integer column. */
const MAX_INTEGER = 2_147_483_647;

/** A variant locked until the transaction ends. */
export interface LockedVariant {
  readonly uuid: string;
  readonly product_uuid: string;
  readonly type: VendorType;
  readonly name: string;
  /** The variant's own title. */
  readonly title: string;
  readonly image: string | null;
  /** Null unless the product is marketing material. */
  readonly marketing: MarketingMaterial | null;
  readonly price: number;
  readonly stock: number;
  /** False if the variant has left the shop, or its product is inactive or deleted. */
  readonly isForSale: boolean;
  /** True if the variant has left the shop. */
  readonly hasEnded: boolean;
}

/**
 * Locks variants of a country's products. Locks are always taken in id order, after the company's lock and before the
 * country's counter, so that concurrent orders can't deadlock.
 * @returns the existing variants by id
 */
export async function lockVariants(
  trx: Transaction<Database>,
  region: RegionCode,
  uuids: readonly string[],
): Promise<Map<string, LockedVariant>> {
  const rows = await trx
    .selectFrom('shop_variants as variant')
    .innerJoin('shop_products as product', 'product.uuid', 'variant.product_uuid')
    .leftJoin('shop_categories as category', 'category.uuid', 'product.category_uuid')
    .select(['variant.uuid', 'variant.product_uuid', 'variant.price', 'variant.stock'])
    .select(['variant.attrs', 'product.type', 'product.name', 'product.pictures'])
    .select('category.picture as category_picture')
    .select(['product.active', 'product.deleted', 'variant.ended_at'])
    .select(['product.marketing_type', 'product.marketing_subtype'])
    .where('variant.uuid', '=', sql<string>`any(${[...uuids]}::uuid[])`)
    .where('product.region', '=', region)
    .orderBy('variant.uuid')
    .forUpdate('variant')
    .execute();
  return new Map(
    rows.map(({ uuid, product_uuid, type, name, price, stock, ...row }) => {
      // Only `writeProducts` and `addShopVariant` write the attributes.
      const title = variantTitle({ attrs: row.attrs as ShopVariant['attrs'] });
      const image = thumbnailPath(shownPictures(row));
      const isForSale = row.active && !row.deleted && row.ended_at === null;
      const marketing = getMarketingMaterial(row);
      const variant = {
        uuid,
        product_uuid,
        type,
        name,
        title,
        image,
        marketing,
        price,
        stock,
        isForSale,
        hasEnded: row.ended_at !== null,
      };
      return [uuid, variant];
    }),
  );
}

/** Cause of a stock change, recorded with each of the resulting movements. */
interface StockCause {
  readonly reason: StockReason;
  /** Id of the order that changes a variant's stock, by the variant's id. */
  readonly orders?: Readonly<Record<string, string>>;
  readonly operator?: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * Changes the stock of locked variants and gives their products new revs. Skips variants that have left the shop,
 * because they have no stock.
 * @param changes the change to each variant's stock, by the variant's id; negative for orders
 */
export async function adjustStock(
  trx: Transaction<Database>,
  region: RegionCode,
  changes: ReadonlyMap<string, number>,
  cause: StockCause,
): Promise<void> {
  await requireStorable(trx, changes);
  const { rows: changedRows } = await withStockCause(trx, cause, () =>
    sql<{ product: string }>`
      update shop_variants v set stock = v.stock + change.quantity
      from unnest(${[...changes.keys()]}::uuid[], ${[...changes.values()]}::integer[]) as change (uuid, quantity)
      where v.uuid = change.uuid and v.ended_at is null
      returning v.product_uuid as product`.execute(trx),
  );
  const changedProducts = new Set(changedRows.map(({ product }) => product));
  await raiseProductRevs(trx, region, changedProducts, cause.now);
}

/**
 * Removes variants of a locked product from the shop and writes off their stock. Their rows stay, because orders and
 * movements refer to them.
 */
export async function endVariants(
  trx: Transaction<Database>,
  uuids: readonly string[],
  { operator, now }: { readonly operator?: string; readonly now: number },
): Promise<void> {
  if (uuids.length === 0) return;
  const cause = { reason: 'removed', ...(operator !== undefined && { operator }), now } as const;
  await withStockCause(trx, cause, () =>
    trx
      .updateTable('shop_variants')
      .set({ stock: 0, ended_at: new Date(now) })
      .where('uuid', '=', anyUuid(uuids))
      .where('ended_at', 'is', null)
      .execute(),
  );
}

/** Locks a product's variants in the order in which shop orders lock them. */
export async function lockProductVariants(
  trx: Transaction<Database>,
  product: string,
): Promise<void> {
  await trx
    .selectFrom('shop_variants')
    .select('uuid')
    .where('product_uuid', '=', product)
    .orderBy('uuid')
    .forUpdate()
    .execute();
}

/** Runs work that changes stock. A trigger records each resulting movement with this cause. */
export async function withStockCause<Result>(
  trx: Transaction<Database>,
  { now, ...cause }: StockCause,
  work: () => Promise<Result>,
): Promise<Result> {
  const text = JSON.stringify({ ...cause, at: new Date(now) });
  await sql`select set_config('club.stock_cause', ${text}, true)`.execute(trx);
  const result = await work();
  await sql`select set_config('club.stock_cause', '', true)`.execute(trx);
  return result;
}

/**
 * Throws `conflict` if a stock would exceed the range of the database's integers, for example when an order is
 * returned.
 */
async function requireStorable(
  trx: Transaction<Database>,
  changes: ReadonlyMap<string, number>,
): Promise<void> {
  const addedQuantities = [...changes].filter(([, quantity]) => quantity > 0);
  if (addedQuantities.length === 0) return;
  const { rows } = await sql`
    select from shop_variants v
    join unnest(${addedQuantities.map(([uuid]) => uuid)}::uuid[], ${addedQuantities.map(([, quantity]) => quantity)}::integer[])
      as change (uuid, quantity) on v.uuid = change.uuid
    where v.stock::bigint + change.quantity > ${MAX_INTEGER}
    limit 1`.execute(trx);
  if (rows.length > 0) throw new ApiFailure('conflict', { details: { reason: STOCK_TOO_HIGH } });
}

/** Describes a change to a locked variant's stock, for the audit. */
export function auditedStock(
  variant: Pick<LockedVariant, 'product_uuid' | 'stock'> & { readonly sku: string },
  region: RegionId,
  change: number,
): AuditedChange {
  return {
    kind: 'product',
    id: variant.product_uuid,
    region,
    before: { number: variant.sku, stock: variant.stock },
    after: { number: variant.sku, stock: variant.stock + change },
  };
}

/**
 * Gives changed products new revs, so that phones fetch them. Locks the country's counter.
 * @param now milliseconds since 1970
 */
export async function raiseProductRevs(
  trx: Transaction<Database>,
  region: RegionCode,
  changedProducts: ReadonlySet<string>,
  now: number,
): Promise<void> {
  const products = [...changedProducts].sort();
  if (products.length === 0) return;
  const firstRev = await nextRegionRevs(trx, region, products.length);
  await sql`
    update shop_products p set rev = ${firstRev}::bigint + changed.position - 1, op_id = ${randomUUID()}::uuid,
      updated_at = ${new Date(now)}
    from unnest(${products}::uuid[]) with ordinality as changed (uuid, position)
    where p.uuid = changed.uuid`.execute(trx);
}
