/** Products on a page of the shop: by category, twelve at a time (spec 2 §2, §9). Pure. */
import { formattingLocale } from '#schemas/formatting-locale.ts';
import { SHOP_PAGE_SIZE, type ShopProductDocument } from '#schemas/shop-product.ts';

/** A category in use, and its number of products. */
interface ShelfCategory {
  readonly uuid: string;
  readonly name: string;
  readonly count: number;
}

/** Categories in use, sorted by name in the person's language. */
export function shelfCategories(
  products: readonly ShopProductDocument[],
  language: string,
): ShelfCategory[] {
  const found = new Map<string, ShelfCategory>();
  for (const { category } of products) {
    if (category === null) continue;
    const count = (found.get(category.uuid)?.count ?? 0) + 1;
    found.set(category.uuid, { ...category, count });
  }
  return [...found.values()].toSorted((one, other) =>
    one.name.localeCompare(other.name, formattingLocale(language)),
  );
}

interface Shelf {
  readonly shown: readonly ShopProductDocument[];
  /** From 1; the last page if the number is too high. */
  readonly page: number;
  readonly lastPage: number;
}

/**
 * @param category its id; null or an unknown one shows everything
 * @param asked the page, from 1
 * @param featured shown above the list, and omitted from it if others are left
 */
export function productsOfCategory(
  products: readonly ShopProductDocument[],
  category: string | undefined,
  asked: number,
  featured?: Pick<ShopProductDocument, 'uuid'>,
): Shelf {
  const own = products.filter((product) => product.category?.uuid === category);
  const wanted = own.length > 0 ? own : products;
  const others = wanted.filter(({ uuid }) => uuid !== featured?.uuid);
  const all = others.length > 0 ? others : wanted;
  const lastPage = Math.max(1, Math.ceil(all.length / SHOP_PAGE_SIZE));
  const page = Math.min(lastPage, Math.max(1, Math.trunc(asked) || 1));
  return { shown: all.slice((page - 1) * SHOP_PAGE_SIZE, page * SHOP_PAGE_SIZE), page, lastPage };
}
