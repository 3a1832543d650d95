import * as v from 'valibot';
import { emptyResult, idParams } from '../api/call.ts';
import { marketingMaterial } from '../marketing-material.ts';
import { requiredText, uuid, wholeNumberBetween } from '../primitives.ts';
import { regionId } from '../regions.ts';
import { vendorType } from '../vendors.ts';
import { defineOperatorCall, why } from './operator-call.ts';
import { MAX_MOVEMENT, MAX_PRICE } from './shop-calls.ts';

export const MAX_PRODUCT_NAME = 160;
/** Maximum length of the number of a product or a variant. */
export const MAX_PRODUCT_NUMBER = 40;

/** Maximum length of an attribute's name or value. */
export const MAX_ATTRIBUTE = 60;
/** Maximum number of variants per product. */
export const MAX_VARIANTS = 50;

/** Reason for `conflict`: another product in the country has this number. */
export const PRODUCT_NUMBER_USED = 'product_number_used';
/** Reason for `conflict`: another variant in the country has this number. */
export const VARIANT_NUMBER_USED = 'variant_number_used';
/**
 * Reason for `conflict`: a removed variant with this number had a price that differs by more than half. A second person
 * must approve such a change.
 */
export const FORMER_PRICE = 'former_price';
/** Reason for `invalid_input`: the marketing material doesn't match the product's type. */
export const MATERIAL_MISMATCH = 'material_mismatch';
/** Reason for `invalid_input`: there is no marketing material in the country's language. */
export const MATERIAL_UNAVAILABLE = 'material_unavailable';

/** Reason for `invalid_input`: installers couldn't tell the new variant from another. */
export const VARIANTS_ALIKE = 'variants_alike';
/** Reason for `conflict`: the product has the maximum number of variants. */
export const TOO_MANY_VARIANTS = 'too_many_variants';
/** Reason for `conflict`: this is the product's last variant, which can't be removed. */
export const LAST_VARIANT = 'last_variant';

const number = requiredText(MAX_PRODUCT_NUMBER);

const attributes = v.pipe(
  v.array(v.object({ name: requiredText(MAX_ATTRIBUTE), value: requiredText(MAX_ATTRIBUTE) })),
  v.minLength(1),
  v.maxLength(5),
);

/** A new variant. */
const variantEntries = {
  /** Article number, unique in the country's shop. */
  sku: number,
  /** Price in points. */
  price: wholeNumberBetween(1, MAX_PRICE),
  /** Initial stock. */
  stock: wholeNumberBetween(0, MAX_MOVEMENT),
};

/** Adds products to the shop, and variants to products. Phones get them with their next pull. */
export const shopProductCalls = {
  createShopProduct: defineOperatorCall(
    {
      id: 'createShopProduct',
      method: 'POST',
      path: '/operator/v1/shop/products',
      summary:
        'Adds a hidden product with its first variant. If the product has its own screen in the app, it isn’t for sale yet.',
      body: v.object({
        region: regionId,
        /** Vendor, which decides how the product is ordered. It can't be changed later. */
        type: vendorType,
        /** Only for products that are printed to order. */
        marketing: v.optional(v.nullable(marketingMaterial)),
        /** In the country's language. */
        name: requiredText(MAX_PRODUCT_NAME),
        /** Identifies the product in its country, including in setup files. */
        sku: number,
        category: v.optional(v.nullable(uuid)),
        variant: v.object(variantEntries),
        why,
      }),
      result: v.object({ id: uuid }),
      status: 201,
    },
    { right: 'shop.edit', scope: 'none', isAction: true },
  ),
  addShopVariant: defineOperatorCall(
    {
      id: 'addShopVariant',
      method: 'POST',
      path: '/operator/v1/shop/products/{id}/variants',
      summary:
        'Adds a variant after the others. It has the same attributes, with different values.',
      params: idParams,
      body: v.object({
        ...variantEntries,
        /** In the country's language. */
        attributes,
        /** Attributes of the only other variant, which has none yet. */
        existing: v.optional(attributes),
        why,
      }),
      result: v.object({ id: uuid }),
      status: 201,
    },
    {
      right: 'shop.edit',
      scope: { record: 'product', in: 'params', field: 'id' },
      isAction: true,
    },
  ),
  removeShopVariant: defineOperatorCall(
    {
      id: 'removeShopVariant',
      method: 'POST',
      path: '/operator/v1/shop/variants/{id}/remove',
      summary:
        'Removes a variant from the shop and writes off its stock. Its orders stay. A product keeps at least one variant.',
      params: idParams,
      body: v.object({ why }),
      result: emptyResult,
    },
    {
      right: 'shop.edit',
      scope: { record: 'variant', in: 'params', field: 'id' },
      isAction: true,
    },
  ),
} as const;
