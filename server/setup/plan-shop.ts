import { isDeepStrictEqual } from 'node:util';
import { type Transaction } from 'kysely';
import { type RegionCode } from '#schemas/regions.ts';
import { SHOP_CATEGORY_TYPE, type ShopVariant } from '#schemas/shop-product.ts';
import { cleanTypedLines } from '#schemas/typed-text.ts';
import { sanitise } from '../contents/sanitise.ts';
import { type Database } from '../db/tables.ts';
import { selectProducts } from '../shop/product-row.ts';
import { toVariantAttributes } from '../shop/variant-attributes.ts';
import { setCategoryOrder, writeCategories } from '../shop/write-categories.ts';
import { writeProducts } from '../shop/write-products.ts';
import { toStoredTexts, withPictureTexts } from './picture-texts.ts';
import { type SetupProduct, type SetupShop } from './setup-schema.ts';
import { stableUuid } from '../stable-uuid.ts';

/** A difference between a setup and the database. */
export interface SetupChange {
  /** Description of the change for the operator, in one line. */
  readonly summary: string;
  readonly write: () => Promise<void>;
}

/** The shop in a setup, and the current shop. */
interface Shops {
  readonly region: RegionCode;
  readonly desired: SetupShop;
  readonly current: SetupShop;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Compares the shop in a setup with the current shop. */
export async function planShop(
  trx: Transaction<Database>,
  { desired: input, ...shops }: Shops,
): Promise<SetupChange[]> {
  const desiredShop = sanitiseDescriptions(input);
  const ids = await findCategoryIds(trx, shops.region, desiredShop);
  return [
    ...planCategories(trx, { ...shops, desired: desiredShop }, ids),
    ...planProducts(trx, { ...shops, desired: desiredShop }, ids),
  ];
}

/** Cleans the descriptions like `writeProducts`, so that they can be compared with the stored ones. */
function sanitiseDescriptions({ categories, products }: SetupShop): SetupShop {
  return {
    categories,
    products: products.map((product) => ({
      ...product,
      description: cleanTypedLines(sanitise(product.description)),
    })),
  };
}

/** Category ids by key. */
type CategoryIds = ReadonlyMap<string, string>;

/** Finds the ids of the setup's categories. The id of a new category is derived from its key. */
async function findCategoryIds(
  trx: Transaction<Database>,
  region: RegionCode,
  { categories }: SetupShop,
): Promise<CategoryIds> {
  const rows = await trx
    .selectFrom('shop_categories')
    .select(['uuid', 'setup_key'])
    .where('region', '=', region)
    .execute();
  // A category without a key is exported with its id.
  const existingIds = new Map(rows.map(({ uuid, setup_key }) => [setup_key ?? uuid, uuid]));
  return new Map(
    categories.map(({ key }) => [
      key,
      existingIds.get(key) ?? stableUuid(`setup:${region}:category:${key}`),
    ]),
  );
}

function planCategories(
  trx: Transaction<Database>,
  { region, desired, current, now }: Shops,
  ids: CategoryIds,
): SetupChange[] {
  const existingCategories = new Map(
    current.categories.map((category) => [category.key, category]),
  );
  const categories = desired.categories.map((category) => ({
    ...category,
    is_visible: category.is_visible ?? existingCategories.get(category.key)?.is_visible ?? true,
  }));
  const listedCategories = current.categories.filter(({ key }) => ids.has(key));
  if (isDeepStrictEqual(listedCategories, categories)) return [];
  const rows = categories.map(({ key, name, picture, is_visible }, position) => ({
    uuid: ids.get(key) ?? '',
    name,
    position,
    setup_key: key,
    picture,
    is_visible,
    type: SHOP_CATEGORY_TYPE,
  }));
  return [
    {
      summary: `shop: set ${rows.length} categories`,
      write: async () => {
        await writeCategories(trx, region, rows, now);
        // Categories missing from the setup keep their order after the listed ones.
        await setCategoryOrder(
          trx,
          region,
          rows.map(({ uuid }) => uuid),
          now,
        );
      },
    },
  ];
}

function planProducts(
  trx: Transaction<Database>,
  { region, desired, current, now }: Shops,
  categoryIds: CategoryIds,
): SetupChange[] {
  const currentBySku = new Map(current.products.map((product) => [product.sku, product]));
  const changedProducts = [...desired.products.entries()].filter(([, product]) => {
    const existingProduct = currentBySku.get(product.sku);
    const targetProduct = withPictureTexts(product, existingProduct);
    return (
      !existingProduct ||
      !isDeepStrictEqual(withoutStock(existingProduct), withoutStock(targetProduct))
    );
  });
  return changedProducts.map(([index, product]) => ({
    summary: `product ${product.sku}: ${currentBySku.has(product.sku) ? 'change' : 'add'}`,
    write: async () => {
      const ids = await findProductIds(trx, region, product.sku);
      const { pictures, picture_texts, variants, ...fields } = product;
      const row = {
        ...fields,
        uuid: ids.product,
        pictures,
        ...toStoredTexts(picture_texts),
        category: categoryIds.get(product.category ?? '') ?? null,
        variants: variants.map((variant) => toVariant(variant, ids)),
        // The shop lists the newest products first.
        createdAt: now - index,
      };
      await writeProducts(trx, region, [row], now);
    },
  }));
}

/** Returns a product without its variants' stock, which orders change. */
function withoutStock(product: SetupProduct): object {
  const variants = product.variants.map(({ stock: _stock, ...variant }) => variant);
  return JSON.parse(JSON.stringify({ ...product, variants })) as object;
}

/** Ids of a product and its existing variants. */
interface ProductIds {
  readonly product: string;
  readonly variants: readonly ShopVariant[];
}

/** Finds the ids of a product and its variants. The id of a new product is derived from its SKU. */
async function findProductIds(
  trx: Transaction<Database>,
  region: RegionCode,
  sku: string,
): Promise<ProductIds> {
  const row = await selectProducts(trx, region)
    .where('sku', '=', sku)
    .orderBy('deleted')
    .executeTakeFirst();
  return {
    product: row?.uuid ?? stableUuid(`setup:${region}:product:${sku}`),
    variants: row?.variants ?? [],
  };
}

function toVariant(
  { sku, price, stock, attributes }: SetupProduct['variants'][number],
  { product, variants }: ProductIds,
): ShopVariant {
  const existingVariant = variants.find((variant) => variant.sku === sku);
  return {
    sku,
    price,
    stock,
    uuid: existingVariant?.uuid ?? stableUuid(`setup:${product}:variant:${sku}`),
    attrs: toVariantAttributes(attributes),
  };
}
