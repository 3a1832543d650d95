/**
 * Draft of a certificate, saved on this device until the certificate is issued (spec 2 §3, "Warranty wizard
 * state").
 */
import * as v from 'valibot';
import { certifiedQuantity, categorySlug, certificateLanguages } from '#schemas/certificate.ts';
import { currentErrorCode } from '#schemas/api/errors.ts';
import { text, uuid } from '#schemas/primitives.ts';
import { findTierCategory, type TierProductCategory } from '#schemas/product-type.ts';
import { regionCode } from '#schemas/regions.ts';
import type { ScanDocument } from '#schemas/scan.ts';
import {
  type CertificateCategory,
  MAX_CERTIFICATE_QUANTITY,
  MAX_PRODUCTS,
  findDuplicateProduct,
} from '#schemas/warranty-certificate.ts';
import { readSaved } from '#src/data/drafts/saved-draft.ts';

/** Steps of the wizard: project, products, customer and preview (spec 2 §4). */
export const wizardSteps = [1, 2, 3, 4] as const;
export type WizardStep = (typeof wizardSteps)[number];

const listedProduct = v.object({
  name: text(80, 1),
  quantity: certifiedQuantity,
  details: text(200),
});
export type ListedProduct = v.InferOutput<typeof listedProduct>;
const productGroup = v.object({ category: categorySlug, products: v.array(listedProduct) });
/** Products of one category, in the order added. */
export type ProductGroup = v.InferOutput<typeof productGroup>;

/** As typed, even if too long. */
const anyText = v.string();
const customerEntry = v.object({
  customer_name: anyText,
  customer_email: anyText,
  street: anyText,
  house_number: anyText,
  postal_code: anyText,
  city: anyText,
  country: regionCode,
  language: v.picklist(certificateLanguages),
  note: anyText,
});
export type CustomerEntry = v.InferOutput<typeof customerEntry>;

const wizardDraft = v.object({
  step: v.picklist(wizardSteps),
  project: v.nullable(uuid),
  /** Null until changed; until then, the scanned products are used. */
  products: v.nullable(v.array(productGroup)),
  /** Null until changed; until then, the project's data is used. */
  customer: v.nullable(customerEntry),
  /** Null until changed; until then, the products' warranty is used. Empty if cleared. */
  expiration_date: v.nullable(anyText),
  /** Ids of the photos to print. */
  photos: v.optional(v.array(uuid), []),
  confirmed: v.boolean(),
  /** True if these values were sent and no response has arrived. */
  asked: v.boolean(),
  /** Code of the last rejection, and the field it's about. */
  refused: v.nullable(
    v.object({ code: v.pipe(text(60), v.transform(currentErrorCode)), field: anyText }),
  ),
});
export type WizardDraft = v.InferOutput<typeof wizardDraft>;

export const emptyDraft: WizardDraft = {
  step: 1,
  project: null,
  products: null,
  customer: null,
  expiration_date: null,
  photos: [],
  confirmed: false,
  asked: false,
  refused: null,
};

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Keys that start with `draft:` and the user id are deleted at sign-out. */
const keyOf = (userId: string) => `draft:${userId}:certificate`;

/** Reads the draft; empty if there is none or it is invalid. */
export function readDraft(store: Pick<Store, 'getItem'>, userId: string): WizardDraft {
  return readSaved(store, keyOf(userId), wizardDraft) ?? emptyDraft;
}

/** Saves the draft; deletes it if no project is selected. */
export function saveDraft(store: Store, userId: string, draft: WizardDraft): void {
  try {
    if (draft.project === null) store.removeItem(keyOf(userId));
    else store.setItem(keyOf(userId), JSON.stringify(draft));
  } catch {
    // If the storage is full, the draft still exists on the open page, and is lost only on a reload.
  }
}

/** True if selecting another project would discard entered data. */
export function isEdited(draft: WizardDraft): boolean {
  return draft.products !== null || draft.customer !== null || draft.expiration_date !== null;
}

// Products of a certificate: proposed from scans, then edited (spec 2 §5).

type ScannedProduct = Pick<ScanDocument, 'type' | 'size' | 'flag' | 'state'>;
type Category = Pick<CertificateCategory, 'slug' | 'tier_categories'>;
type Groups = readonly ProductGroup[];

/** A product and its category. */
export interface EnteredProduct extends ListedProduct {
  readonly category: string;
}

/** Indexes of a product's category and of the product in it. */
export interface ProductPosition {
  readonly group: number;
  readonly product: number;
}

/**
 * Lists the project's scanned products by category, in catalogue order, one entry per type and size. Omits
 * products that the manufacturer rejected and those without a category.
 */
export function scannedProducts(
  scans: readonly ScannedProduct[],
  types: readonly TierProductCategory[],
  catalogue: readonly Category[],
): ProductGroup[] {
  const warrantyScans = scans.filter(
    ({ flag, state }) => flag !== 'rejected' && (state === 'sent' || state === 'waiting'),
  );
  return catalogue.flatMap(({ slug, tier_categories }) => {
    const categoryScans = warrantyScans.filter(({ type }) => {
      const category = findTierCategory(types, type);
      return category !== undefined && tier_categories.includes(category);
    });
    const scansByTypeAndSize = Map.groupBy(categoryScans, ({ type, size }) => `${type} ${size}`);
    const products = [...scansByTypeAndSize].slice(0, MAX_PRODUCTS).map(([name, productScans]) => ({
      name,
      quantity: Math.min(productScans.length, MAX_CERTIFICATE_QUANTITY),
      details: '',
    }));
    return products.length === 0 ? [] : [{ category: slug, products }];
  });
}

/** Reason why a product can't be added to its category. */
export type ProductProblem = 'product_twice' | 'category_full';

/**
 * Adds a product, or replaces another.
 * @param position position of the replaced product; the new product takes its place unless the category differs
 * @returns a problem if it's a duplicate or the category is full
 */
export function withProduct(
  groups: Groups,
  { category, ...product }: EnteredProduct,
  position: ProductPosition | null = null,
): ProductGroup[] | ProductProblem {
  const replacedPosition =
    position !== null && groups[position.group]?.category === category ? position : null;
  const remainingGroups =
    position !== null && replacedPosition === null ? withoutProduct(groups, position) : [...groups];
  const groupIndex = remainingGroups.findIndex((group) => group.category === category);
  const groupProducts = remainingGroups[groupIndex]?.products ?? [];
  const products =
    replacedPosition === null
      ? [...groupProducts, product]
      : groupProducts.with(replacedPosition.product, product);
  if (products.length > MAX_PRODUCTS) return 'category_full';
  const group = { category, products };
  const newGroups =
    groupIndex === -1 ? [...remainingGroups, group] : remainingGroups.with(groupIndex, group);
  return findDuplicateProduct([group]) === null ? newGroups : 'product_twice';
}

/** Removes a product, and its category if empty. */
export function withoutProduct(
  groups: Groups,
  { group: removedFrom, product }: ProductPosition,
): ProductGroup[] {
  return groups
    .map((group, groupIndex) =>
      groupIndex === removedFrom
        ? { ...group, products: group.products.toSpliced(product, 1) }
        : group,
    )
    .filter(({ products }) => products.length > 0);
}
