import { randomUUID } from 'node:crypto';
import { type Transaction } from 'kysely';
import { preprintedRegionOf } from '#schemas/marketing-languages.ts';
import { hasMatchingMaterial, type MarketingMaterial } from '#schemas/marketing-material.ts';
import { type operatorCalls } from '#schemas/operator/operator-calls.ts';
import { needsSecondPerson } from '#schemas/operator/shop-calls.ts';
import {
  FORMER_PRICE,
  LAST_VARIANT,
  MATERIAL_MISMATCH,
  MATERIAL_UNAVAILABLE,
  MAX_VARIANTS,
  PRODUCT_NUMBER_USED,
  TOO_MANY_VARIANTS,
  VARIANT_NUMBER_USED,
  VARIANTS_ALIKE,
} from '#schemas/operator/shop-product-calls.ts';
import { type RegionCode, regionCodeOf, regionIdOf } from '#schemas/regions.ts';
import { type ShopVariant, variantTitle } from '#schemas/shop-product.ts';
import { isListedProduct, productKindOf, type VendorType } from '#schemas/vendors.ts';
import { type OperatorHandler, type OperatorHandlers } from '../console/operator-handler.ts';
import { requireRegion } from '../console/operator-scope.ts';
import { nextRegionRevs } from '../contents/region-changes.ts';
import { toJsonb } from '../db/jsonb.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { readFormerPrice } from './change-prices.ts';
import { findCategory } from './write-categories.ts';
import { selectProducts } from './product-row.ts';
import { endVariants, lockProductVariants, raiseProductRevs, withStockCause } from './stock.ts';
import { isDistinct, type NamedAttribute, toVariantAttributes } from './variant-attributes.ts';
import { writeProducts } from './write-products.ts';

type Trx = Transaction<Database>;

/** Adds a hidden product with one variant to a country's shop, in the same way as a setup. */
const createShopProduct: OperatorHandler<typeof operatorCalls.createShopProduct> = async (
  { body, operator, audit, runAction },
  { clock },
) => {
  requireRegion(operator, body.region);
  return runAction(async (trx) => {
    const { type, name, sku, variant } = body;
    const region = regionCodeOf(body.region);
    const marketing = requireMaterial(region, type, body.marketing ?? null);
    // Other changes to the country's shop wait for this one, so that two products can't get the same number.
    await nextRegionRevs(trx, region, 0);
    await requireFreeProductNumber(trx, region, sku);
    await requireFreeVariantNumber(trx, region, variant.sku);
    const now = clock.now();
    const priceBefore = await requireFormerPrice(trx, region, variant, now);
    const id = randomUUID();
    const variantId = randomUUID();
    const product = {
      ...{ uuid: id, type, sku, name, marketing, description: '', pictures: [] },
      // The app sells products that have their own screens even if they're hidden, so these start as inactive.
      active: isListedProduct(type),
      is_visible: false,
      category: await findCategory(trx, region, body.category ?? null),
      variants: [{ uuid: variantId, ...variant, attrs: [] }],
      createdAt: now,
    };
    const cause = { reason: 'opening', operator: operator.operatorId, now } as const;
    await withStockCause(trx, cause, () => writeProducts(trx, region, [product], now));
    await recordNewPrice(trx, { id: variantId, priceBefore, price: variant.price }, cause);
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

/** Adds a variant to a product. If the only existing variant has no attributes, it gets those in `existing`. */
const addShopVariant: OperatorHandler<typeof operatorCalls.addShopVariant> = (
  { params, body, operator, audit, runAction },
  { clock },
) =>
  runAction(async (trx) => {
    const product = await lockProduct(trx, params.id.toLowerCase());
    const { uuid: product_uuid, region, region_id } = product;
    if (product.variants.length >= MAX_VARIANTS) throw conflict(TOO_MANY_VARIANTS);
    await requireFreeVariantNumber(trx, region, body.sku);
    const now = clock.now();
    const priceBefore = await requireFormerPrice(trx, region, body, now);
    const otherVariants = prepareOtherVariants(product.variants, body.existing);
    const attrs = toVariantAttributes(body.attributes, otherVariants);
    if (!isDistinct(attrs, otherVariants)) throw variantsAlikeError();
    const [onlyVariant] = otherVariants;
    if (body.existing !== undefined && onlyVariant !== undefined) {
      await trx
        .updateTable('shop_variants')
        .set({ attrs: toJsonb(onlyVariant.attrs) })
        .where('uuid', '=', onlyVariant.uuid)
        .execute();
      const withAttributes = (attributes: string) => ({ variant: onlyVariant.sku, attributes });
      audit({
        ...{ kind: 'product', id: product_uuid, region: region_id },
        before: withAttributes(''),
        after: withAttributes(variantTitle(onlyVariant)),
      });
    }
    const { position } = await trx
      .selectFrom('shop_variants')
      .select(({ fn }) => fn.max('position').as('position'))
      .where('product_uuid', '=', product_uuid)
      .executeTakeFirstOrThrow();
    const { sku, price, stock } = body;
    const id = randomUUID();
    const cause = { reason: 'opening', operator: operator.operatorId, now } as const;
    const row = { uuid: id, product_uuid, position: position + 1, sku, price, stock };
    await withStockCause(trx, cause, () =>
      trx
        .insertInto('shop_variants')
        .values({ ...row, attrs: toJsonb(attrs) })
        .execute(),
    );
    await recordNewPrice(trx, { id, priceBefore, price }, cause);
    await raiseProductRevs(trx, region, new Set([product_uuid]), now);
    const after = auditedVariant({ sku, price, stock, attrs });
    audit({ kind: 'product', id: product_uuid, region: region_id, before: null, after });
    return { id };
  });

/** Removes a variant from the shop. */
const removeShopVariant: OperatorHandler<typeof operatorCalls.removeShopVariant> = (
  { params, operator, audit, runAction },
  { clock },
) =>
  runAction(async (trx) => {
    const id = params.id.toLowerCase();
    const { product_uuid } = await trx
      .selectFrom('shop_variants')
      .select('product_uuid')
      .where('uuid', '=', id)
      .executeTakeFirstOrThrow();
    const { variants, region, region_id } = await lockProduct(trx, product_uuid);
    const variant = variants.find(({ uuid }) => uuid === id);
    if (variant === undefined) throw new ApiFailure('not_found');
    if (variants.length === 1) throw conflict(LAST_VARIANT);
    const now = clock.now();
    await endVariants(trx, [id], { operator: operator.operatorId, now });
    await raiseProductRevs(trx, region, new Set([product_uuid]), now);
    const before = auditedVariant(variant);
    audit({ kind: 'product', id: product_uuid, region: region_id, before, after: null });
    return {};
  });

/**
 * Locks a product in the same order as shop orders: first its variants, then the country's counter.
 * @throws ApiFailure `not_found` if the product was deleted
 */
async function lockProduct(trx: Trx, id: string) {
  await lockProductVariants(trx, id);
  const { region } = await trx
    .selectFrom('shop_products')
    .select('region')
    .where('uuid', '=', id)
    .executeTakeFirstOrThrow();
  await nextRegionRevs(trx, region, 0);
  const product = await selectProducts(trx, region)
    .where('uuid', '=', id)
    .where('deleted', '=', false)
    .executeTakeFirst();
  if (product === undefined) throw new ApiFailure('not_found');
  return product;
}

/**
 * Returns the existing variants of a product that is getting a new one. If there is only one and it has no attributes,
 * it gets the given ones.
 * @throws ApiFailure `invalid_input` if it needs attributes and none are given, and `conflict` if attributes are given
 *   but no longer needed, because another operator has added some in the meantime
 */
function prepareOtherVariants(
  variants: readonly ShopVariant[],
  givenAttributes: readonly NamedAttribute[] | undefined,
): readonly ShopVariant[] {
  const [onlyVariant] = variants.length === 1 ? variants : [];
  const lacksAttributes = onlyVariant?.attrs.length === 0;
  if (givenAttributes === undefined) {
    if (lacksAttributes) throw variantsAlikeError();
    return variants;
  }
  if (!lacksAttributes) throw new ApiFailure('conflict');
  return [{ ...onlyVariant, attrs: toVariantAttributes(givenAttributes) }];
}

/** Returns the values of a variant for the audit. */
const auditedVariant = ({ sku, price, stock, attrs }: Omit<ShopVariant, 'uuid'>) => ({
  ...{ variant: sku, price, stock, attributes: variantTitle({ attrs }) },
});

const variantsAlikeError = () =>
  new ApiFailure('invalid_input', { details: { reason: VARIANTS_ALIKE } });
const conflict = (reason: string) => new ApiFailure('conflict', { details: { reason } });

/**
 * Returns the marketing material of a new product.
 * @throws ApiFailure `invalid_input` if it doesn't match the type, or doesn't exist in the country's language
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
  const otherProduct = await trx
    .selectFrom('shop_products')
    .select('uuid')
    .where('region', '=', region)
    .where('sku', '=', sku)
    .where('deleted', '=', false)
    .executeTakeFirst();
  if (otherProduct !== undefined) throw conflict(PRODUCT_NUMBER_USED);
}

/**
 * @throws ApiFailure `conflict` if another variant in the country has the number, because a row in a price file would
 *   then be ambiguous. The number of a removed voucher can't be used again, because its codes and open orders still
 *   have this number.
 */
async function requireFreeVariantNumber(trx: Trx, region: RegionCode, sku: string): Promise<void> {
  const otherVariants = await trx
    .selectFrom('shop_variants as variant')
    .innerJoin('shop_products as product', 'product.uuid', 'variant.product_uuid')
    .select(['variant.is_listed', 'product.type'])
    .where('variant.region_id', '=', regionIdOf(region))
    .where('variant.sku', '=', sku)
    .execute();
  if (otherVariants.some(({ is_listed, type }) => is_listed || productKindOf(type) === 'digital'))
    throw conflict(VARIANT_NUMBER_USED);
}

/**
 * Returns the price of the removed variant whose number a new variant reuses; null if there is none.
 * @throws ApiFailure `conflict` if the new price needs a second person
 */
async function requireFormerPrice(
  trx: Trx,
  region: RegionCode,
  { sku, price }: Pick<ShopVariant, 'sku' | 'price'>,
  now: number,
): Promise<number | null> {
  const before = await readFormerPrice(trx, region, sku, now);
  if (before !== null && needsSecondPerson([{ before, after: price }]))
    throw conflict(FORMER_PRICE);
  return before;
}

/**
 * Records the new variant's price as a change from the price of the removed one, so that later changes are compared
 * with the removed variant's price.
 */
async function recordNewPrice(
  trx: Trx,
  variant: { readonly id: string; readonly priceBefore: number | null; readonly price: number },
  { operator, now }: { readonly operator: string; readonly now: number },
): Promise<void> {
  const { id, priceBefore: before, price: after } = variant;
  if (before === null || before === after) return;
  await trx
    .insertInto('price_changes')
    .values({
      ...{ variant_uuid: id, at: new Date(now), before, after },
      ...{ is_approved: false, operator_id: operator },
    })
    .execute();
}

/** Adds products and variants in the console. */
export const operatorProductHandlers = {
  createShopProduct,
  addShopVariant,
  removeShopVariant,
} satisfies Partial<OperatorHandlers>;
