import { randomUUID } from 'node:crypto';
import { type Transaction } from 'kysely';
import { preprintedRegionOf } from '#schemas/marketing-languages.ts';
import { hasMatchingMaterial, type MarketingMaterial } from '#schemas/marketing-material.ts';
import { type operatorCalls } from '#schemas/operator/operator-calls.ts';
import {
  MATERIAL_MISMATCH,
  MATERIAL_UNAVAILABLE,
  PRODUCT_NUMBER_USED,
  VARIANT_NUMBER_USED,
} from '#schemas/operator/shop-product-calls.ts';
import { type RegionCode, regionCodeOf, regionIdOf } from '#schemas/regions.ts';
import { isListedProduct, type VendorType } from '#schemas/vendors.ts';
import { type OperatorHandler, type OperatorHandlers } from '../console/operator-handler.ts';
import { requireRegion } from '../console/operator-scope.ts';
import { nextRegionRevs } from '../contents/region-changes.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { findCategory } from './write-categories.ts';
import { withStockCause } from './stock.ts';
import { writeProducts } from './write-products.ts';

type Trx = Transaction<Database>;

/** Adds a hidden product with one variant to a country's shop, like a setup. */
const createShopProduct: OperatorHandler<typeof operatorCalls.createShopProduct> = async (
  { body, operator, audit, runAction },
  { clock },
) => {
  requireRegion(operator, body.region);
  return runAction(async (trx) => {
    const { type, name, sku, variant } = body;
    const region = regionCodeOf(body.region);
    const marketing = requireMaterial(region, type, body.marketing ?? null);
    // Serialises with other changes to the shop, so that two products can't get the same number.
    await nextRegionRevs(trx, region, 0);
    await requireFreeProductNumber(trx, region, sku);
    await requireFreeVariantNumber(trx, region, variant.sku);
    const now = clock.now();
    const id = randomUUID();
    const product = {
      ...{ uuid: id, type, sku, name, marketing, description: '', pictures: [] },
      // The app sells products with their own screen even if they're hidden.
      active: isListedProduct(type),
      is_visible: false,
      category: await findCategory(trx, region, body.category ?? null),
      variants: [{ uuid: randomUUID(), ...variant, attrs: [] }],
      createdAt: now,
    };
    const cause = { reason: 'opening', operator: operator.operatorId, now } as const;
    await withStockCause(trx, cause, () => writeProducts(trx, region, [product], now));
    audit({
      kind: 'product',
      id,
      region: body.region,
      before: null,
      after: {
        ...{ title: name, number: sku, type, category_uuid: product.category },
        variant: variant.sku,
        price: variant.price,
        stock: variant.stock,
      },
    });
    return { id };
  });
};

const conflict = (reason: string) => new ApiFailure('conflict', { details: { reason } });

/**
 * Returns the marketing material of a new product.
 * @throws ApiFailure `invalid_input` if it doesn't match the type, or the country's language lacks it
 */
function requireMaterial(
  region: RegionCode,
  type: VendorType,
  marketing: MarketingMaterial | null,
): MarketingMaterial | null {
  const reason = !hasMatchingMaterial(type, marketing)
    ? MATERIAL_MISMATCH
    : marketing !== null && preprintedRegionOf(region) === null
      ? MATERIAL_UNAVAILABLE
      : null;
  if (reason !== null) throw new ApiFailure('invalid_input', { details: { reason } });
  return marketing;
}

/** @throws ApiFailure `conflict` if another product in the country has the number */
async function requireFreeProductNumber(trx: Trx, region: RegionCode, sku: string): Promise<void> {
  const other = await trx
    .selectFrom('shop_products')
    .select('uuid')
    .where('region', '=', region)
    .where('sku', '=', sku)
    .where('deleted', '=', false)
    .executeTakeFirst();
  if (other !== undefined) throw conflict(PRODUCT_NUMBER_USED);
}

/** @throws ApiFailure `conflict` if another variant in the country has the number: a file of prices couldn't name it */
async function requireFreeVariantNumber(trx: Trx, region: RegionCode, sku: string): Promise<void> {
  const other = await trx
    .selectFrom('shop_variants')
    .select('uuid')
    .where('region_id', '=', regionIdOf(region))
    .where('sku', '=', sku)
    .where('is_listed', '=', true)
    .executeTakeFirst();
  if (other !== undefined) throw conflict(VARIANT_NUMBER_USED);
}

/** Adds products and variants in the console. */
export const operatorProductHandlers = {
  createShopProduct,
} satisfies Partial<OperatorHandlers>;
