import { randomUUID } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import * as v from 'valibot';
import { hasMatchingMaterial, type MarketingMaterial } from '#schemas/marketing-material.ts';
import { preprintedRegionOf } from '#schemas/marketing-languages.ts';
import { type RegionCode } from '#schemas/regions.ts';
import { type ShopProduct, shopProduct, type ShopVariant } from '#schemas/shop-product.ts';
import { nextRegionRevs } from '../contents/region-changes.ts';
import { type AltTexts } from '../contents/picture-texts.ts';
import { sanitise } from '../contents/sanitise.ts';
import { toJsonb } from '../db/jsonb.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { endVariants } from './stock.ts';

/** A product as set by an operator. Its pictures and category must exist. */
export interface ProductInput extends Pick<
  ShopProduct,
  'uuid' | 'type' | 'sku' | 'name' | 'description' | 'active' | 'is_visible'
> {
  /** Null or omitted unless the product is marketing material. */
  readonly marketing?: MarketingMaterial | null;
  /** The category's id. */
  readonly category: string | null;
  readonly pictures: readonly string[];
  /** Alternative texts of the pictures. If they are omitted, an existing product keeps its own. */
  readonly altTexts?: AltTexts;
  readonly variants: readonly ShopVariant[];
  /** Milliseconds since 1970. */
  readonly createdAt: number;
}

/**
 * Adds or replaces products in a country's shop, with sanitised descriptions. Existing variants keep their stock.
 * Marketing material is inactive in a country if it doesn't exist in that country's language. Throws if a product
 * doesn't match the schema, and throws `conflict` for an id that another country uses.
 * @param now milliseconds since 1970
 */
export async function writeProducts(
  trx: Transaction<Database>,
  region: RegionCode,
  products: readonly ProductInput[],
  now: number,
): Promise<void> {
  if (products.length === 0) return;
  const firstRev = await nextRegionRevs(trx, region, products.length);
  const { name, description } = shopProduct.entries;
  const savedProducts = await trx
    .insertInto('shop_products')
    .values(
      products.map((product, index) => ({
        uuid: product.uuid,
        region,
        rev: firstRev + index,
        op_id: randomUUID(),
        created_at: new Date(product.createdAt),
        updated_at: new Date(now),
        type: product.type,
        sku: product.sku,
        name: v.parse(name, product.name),
        description: v.parse(description, sanitise(product.description)),
        active: product.active && isAvailableIn(product, region),
        is_visible: product.is_visible,
        category_uuid: product.category,
        marketing_type: requireMaterial(product)?.type ?? null,
        marketing_subtype: requireMaterial(product)?.subtype ?? null,
        pictures: sql<string[]>`${[...product.pictures]}::uuid[]`,
        alt_texts: product.altTexts
          ? toJsonb(product.altTexts)
          : sql`coalesce((select p.alt_texts from shop_products p where p.uuid = ${product.uuid}), '{}')`,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .column('uuid')
        .doUpdateSet((eb) => ({
          deleted: false,
          rev: eb.ref('excluded.rev'),
          op_id: eb.ref('excluded.op_id'),
          updated_at: eb.ref('excluded.updated_at'),
          type: eb.ref('excluded.type'),
          sku: eb.ref('excluded.sku'),
          name: eb.ref('excluded.name'),
          description: eb.ref('excluded.description'),
          active: eb.ref('excluded.active'),
          is_visible: eb.ref('excluded.is_visible'),
          category_uuid: eb.ref('excluded.category_uuid'),
          pictures: eb.ref('excluded.pictures'),
          alt_texts: eb.ref('excluded.alt_texts'),
          marketing_type: eb.ref('excluded.marketing_type'),
          marketing_subtype: eb.ref('excluded.marketing_subtype'),
        }))
        .where('shop_products.region', '=', region),
    )
    .returning('uuid')
    .execute();
  if (savedProducts.length < products.length) throw new ApiFailure('conflict', { field: 'uuid' });
  await writeVariants(trx, products, now);
}

/** Writes the products' variants, and removes other existing variants from the shop. */
async function writeVariants(
  trx: Transaction<Database>,
  products: readonly ProductInput[],
  now: number,
): Promise<void> {
  const { variants } = shopProduct.entries;
  const rows = products.flatMap((product) =>
    v.parse(variants, product.variants).map((variant, position) => ({
      uuid: variant.uuid,
      product_uuid: product.uuid,
      position,
      sku: variant.sku,
      stock: variant.stock,
      price: variant.price,
      attrs: toJsonb(variant.attrs),
    })),
  );
  const missingVariants = await trx
    .selectFrom('shop_variants')
    .select('uuid')
    .where('product_uuid', '=', sql<string>`any(${products.map(({ uuid }) => uuid)}::uuid[])`)
    .where('uuid', '<>', sql<string>`all(${rows.map(({ uuid }) => uuid)}::uuid[])`)
    .where('ended_at', 'is', null)
    .execute();
  const missingIds = missingVariants.map(({ uuid }) => uuid);
  await endVariants(trx, missingIds, { now });
  await trx
    .insertInto('shop_variants')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('uuid').doUpdateSet((eb) => ({
        position: eb.ref('excluded.position'),
        sku: eb.ref('excluded.sku'),
        price: eb.ref('excluded.price'),
        attrs: eb.ref('excluded.attrs'),
        // A variant that had left the shop returns with the given stock, like a new one.
        stock: sql<number>`case when shop_variants.ended_at is null then shop_variants.stock else excluded.stock end`,
        ended_at: null,
      })),
    )
    .execute();
}

/** False for marketing material that doesn't exist in the country's language (spec 2 §1). */
function isAvailableIn(product: ProductInput, region: RegionCode): boolean {
  return !product.marketing || preprintedRegionOf(region) !== null;
}

/** Returns the product's marketing material. Throws unless it matches the product's type. */
function requireMaterial({ type, marketing = null }: ProductInput): MarketingMaterial | null {
  if (!hasMatchingMaterial(type, marketing))
    throw new Error(`The marketing material of a ${type} product doesn’t match its type.`);
  return marketing;
}
