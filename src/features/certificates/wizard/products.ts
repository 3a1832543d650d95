/** The products of a certificate: what was scanned, and how the list changes by hand (spec 2 §5). Pure. */
import { categoryOfType, type TierProductCategory } from '#schemas/product-type.ts';
import type { ScanDocument } from '#schemas/scan.ts';
import {
  type CertificateCategory,
  MAX_CERTIFICATE_QUANTITY,
  MAX_PRODUCTS,
  repeatedPlace,
} from '#schemas/warranty-certificate.ts';
import type { ListedProduct, ProductGroup } from './draft.ts';

type Scanned = Pick<ScanDocument, 'type' | 'size' | 'flag' | 'state'>;
type Category = Pick<CertificateCategory, 'slug' | 'tier_categories'>;
type Groups = readonly ProductGroup[];

/** A product with the category that it is entered under. */
export interface EnteredProduct extends ListedProduct {
  readonly category: string;
}

/** Where a product stands: the places of its category and of itself within that. */
export interface ProductPosition {
  readonly group: number;
  readonly product: number;
}

/**
 * What was scanned to the project and counts, each type and size once, by category in the catalogue's order.
 * What the manufacturer has rejected is left out, as is what no category is for.
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
      const category = categoryOfType(types, type);
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

/** Why a product can't stand where it was put. */
export type ProductProblem = 'product_twice' | 'category_full';

/**
 * The list with a product added, or put in the place of another.
 * @param from the one that it replaces; it keeps its place unless its category is another now
 * @returns what is wrong, where it stands there already or there is no room
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
  return repeatedPlace([group]) === null ? next : 'product_twice';
}

/** The list without one product; a category with none left goes with it. */
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
