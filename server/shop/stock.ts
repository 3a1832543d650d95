import { randomUUID } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import { type MarketingMaterial } from '#schemas/marketing-material.ts';
import { type RegionCode } from '#schemas/regions.ts';
import { type ShopVariant, variantTitle } from '#schemas/shop-product.ts';
import { type VendorType } from '#schemas/vendors.ts';
import { nextRegionRevs } from '../contents/region-changes.ts';
import { type Database } from '../db/tables.ts';
import { marketingMaterialOf, thumbnailPath } from './product-row.ts';

/** A variant that nobody else can take from until the transaction ends. */
export interface LockedVariant {
  readonly uuid: string;
  readonly product_uuid: string;
  readonly type: VendorType;
  readonly name: string;
  /** Beside the product's name. */
  readonly title: string;
  readonly image: string | null;
  /** Which marketing material it is. */
  readonly marketing: MarketingMaterial | null;
  readonly price: number;
  readonly stock: number;
  /** Whether it can be ordered at all. */
  readonly isForSale: boolean;
}

/**
 * Holds variants of a country's products. Always in the order of their ids, after the company and before
 * the country's counter: two orders that want the same things wait for each other, but never in a cycle.
 * @returns by id those that there are
 */
export async function lockVariants(
  trx: Transaction<Database>,
  region: RegionCode,
  uuids: readonly string[],
): Promise<Map<string, LockedVariant>> {
  const rows = await trx
    .selectFrom('shop_variants as variant')
    .innerJoin('shop_products as product', 'product.uuid', 'variant.product_uuid')
    .select(['variant.uuid', 'variant.product_uuid', 'variant.price', 'variant.stock'])
    .select(['variant.attrs', 'product.type', 'product.name', 'product.pictures'])
    .select(['product.active', 'product.deleted'])
    .select(['product.marketing_type', 'product.marketing_subtype'])
    .where('variant.uuid', '=', sql<string>`any(${[...uuids]}::uuid[])`)
    .where('product.region', '=', region)
    .orderBy('variant.uuid')
    .forUpdate('variant')
    .execute();
  return new Map(
    rows.map(({ uuid, product_uuid, type, name, price, stock, ...row }) => {
      // Written only by `writeProducts`.
      const title = variantTitle({ attrs: row.attrs as ShopVariant['attrs'] });
      const image = thumbnailPath(row.pictures);
      const isForSale = row.active && !row.deleted;
      const marketing = marketingMaterialOf(row);
      const held = {
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
      };
      return [uuid, held];
    }),
  );
}

/**
 * Moves stock of variants that are held, and tells the country of it.
 * @param moves by variant how many pieces come (or go, below 0)
 * @param now milliseconds since 1970
 */
export async function adjustStock(
  trx: Transaction<Database>,
  region: RegionCode,
  moves: ReadonlyMap<string, number>,
  now: number,
): Promise<void> {
  const { rows: moved } = await sql<{ product: string }>`
    update shop_variants v set stock = v.stock + m.pieces
    from unnest(${[...moves.keys()]}::uuid[], ${[...moves.values()]}::integer[]) as m (uuid, pieces)
    where v.uuid = m.uuid
    returning v.product_uuid as product`.execute(trx);
  const products = [...new Set(moved.map(({ product }) => product))].sort();
  if (products.length === 0) return;
  const first = await nextRegionRevs(trx, region, products.length);
  await sql`
    update shop_products p set rev = ${first}::bigint + c.place - 1, op_id = ${randomUUID()}::uuid,
      updated_at = ${new Date(now)}
    from unnest(${products}::uuid[]) with ordinality as c (uuid, place)
    where p.uuid = c.uuid`.execute(trx);
}
