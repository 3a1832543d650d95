/** Products of a certificate: proposed from scans, then edited (spec 2 §5). Pure. */
import { findTierCategory, type TierProductCategory } from '#schemas/product-type.ts';
import type { ScanDocument } from '#schemas/scan.ts';
import {
  type CertificateCategory,
  MAX_CERTIFICATE_QUANTITY,
  MAX_PRODUCTS,
  findDuplicateProduct,
} from '#schemas/warranty-certificate.ts';
import type { ListedProduct, ProductGroup } from './draft.ts';

type Scanned = Pick<ScanDocument, 'type' | 'size' | 'flag' | 'state'>;
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
 * Groups the project's scanned products by type and size, by category in catalogue order. Omits
 * products that the manufacturer rejected and those without a category.
 */
export function scannedProducts(
  scans: readonly Scanned[],
  types: readonly TierProductCategory[],
  catalogue: readonly Category[],
): ProductGroup[] {
  const counted = scans.filter(
    ({ flag, state }) => flag !== 'rejected' && (state === 'sent' || state === 'waiting'),
  );
  return catalogue.flatMap(({ slug, tier_categories }) => {
    const own = counted.filter(({ type }) => {
      const category = findTierCategory(types, type);
      return category !== undefined && tier_categories.includes(category);
    });
    const pieces = Map.groupBy(own, ({ type, size }) => `${type} ${size}`);
    const products = [...pieces].slice(0, MAX_PRODUCTS).map(([name, all]) => ({
      name,
      quantity: Math.min(all.length, MAX_CERTIFICATE_QUANTITY),
      details: '',
    }));
    return products.length === 0 ? [] : [{ category: slug, products }];
  });
}

/** Why a product isn't allowed in its position. */
export type ProductProblem = 'product_twice' | 'category_full';

/**
 * Adds a product, or replaces another.
 * @param from position of the replaced one; keeps it unless the category changes
 * @returns a problem if it is a duplicate or the category is full
 */
export function withProduct(
  groups: Groups,
  { category, ...product }: EnteredProduct,
  from: ProductPosition | null = null,
): ProductGroup[] | ProductProblem {
  const replaced = from !== null && groups[from.group]?.category === category ? from : null;
  const others = from !== null && replaced === null ? withoutProduct(groups, from) : [...groups];
  const at = others.findIndex((group) => group.category === category);
  const own = others[at]?.products ?? [];
  const products = replaced === null ? [...own, product] : own.with(replaced.product, product);
  if (products.length > MAX_PRODUCTS) return 'category_full';
  const group = { category, products };
  const next = at === -1 ? [...others, group] : others.with(at, group);
  return findDuplicateProduct([group]) === null ? next : 'product_twice';
}

/** Removes a product, and its category if empty. */
export function withoutProduct(
  groups: Groups,
  { group: at, product }: ProductPosition,
): ProductGroup[] {
  return groups
    .map((group, place) =>
      place === at ? { ...group, products: group.products.toSpliced(product, 1) } : group,
    )
    .filter(({ products }) => products.length > 0);
}
