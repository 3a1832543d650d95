import { sql } from 'kysely';
import { type operatorCalls } from '#schemas/operator/operator-calls.ts';
import { LOW_STOCK } from '#schemas/operator/shop-calls.ts';
import { type ShopVariant, variantTitle } from '#schemas/shop-product.ts';
import { type OperatorHandler, type OperatorInput } from '../console/operator-handler.ts';
import { type ScopedQueries } from '../console/operator-scope.ts';
import { readRegionPage } from '../console/region-page.ts';
import { joinConditions } from '../db/join-conditions.ts';
import { anyUuid } from '../scans/any-of.ts';
import { shownPictures, thumbnailPath } from './product-row.ts';

type VariantQuery = OperatorInput<typeof operatorCalls.listShopVariants>['query'];

/** Columns of the index for each sort order. */
const sortColumns = {
  name: ['product_name', 'position', 'uuid'],
  stock: ['stock', 'uuid'],
  price: ['price', 'uuid'],
} as const;

/** Lists variants in the order of their country's index. */
export const listShopVariants: OperatorHandler<typeof operatorCalls.listShopVariants> = async (
  { query, operator },
  { db },
) => {
  const { sort = 'name', search = '', low } = query;
  const page = await readRegionPage(
    db,
    operator,
    query,
    {
      table: 'shop_variants',
      keys: sortColumns[sort.replace('-', '') as keyof typeof sortColumns],
      isDescending: sort.startsWith('-'),
      where: (rows) =>
        rows
          // Repeats the condition of the partial index, so that PostgreSQL uses it.
          .where(sql<boolean>`shop_variants.is_listed`)
          .$if(low === 1, (list) => list.where('shop_variants.stock', '<=', LOW_STOCK)),
      searchCondition: joinGivenConditions([containsText(search), inMatchingProducts(query)]),
      rowCondition: joinGivenConditions([containsText(search), hasMatchingProduct(query)]),
    },
    { load: loadVariants, idOf: ({ id }) => id },
  );
  return { data: [...page.rows], meta: page.meta };
};

type Condition = ReturnType<typeof sql<boolean>>;

/** Joins the conditions that aren't null; undefined without any. */
function joinGivenConditions(conditions: readonly (Condition | null)[]) {
  const givenConditions = conditions.filter((condition) => condition !== null);
  return givenConditions.length === 0 ? undefined : joinConditions(givenConditions);
}

/** Shorter searches don't use the index, because most texts contain them. */
const MIN_INDEXED_LENGTH = 2;

/** True if the product's name or the variant's number contains the text, ignoring case and accents. */
function containsText(search: string): Condition | null {
  if (search === '') return null;
  const contains = sql<boolean>`position(fold_text(${search}) in shop_variants.search_text) > 0`;
  const letters = search.replace(/[^\p{L}\p{N}]/gu, '');
  if (letters.length < MIN_INDEXED_LENGTH) return contains;
  return sql<boolean>`shop_variants.word_parts @@ words_query(${search}) and ${contains}`;
}

/** Conditions on the variant's product; null without any. */
function productConditions({ category, shown }: VariantQuery) {
  if (category === undefined && shown === undefined) return null;
  return sql.join(
    [
      ...(category === undefined ? [] : [sql`product.category_uuid = ${category}::uuid`]),
      ...(shown === undefined ? [] : [visibilityConditions[shown]]),
    ],
    sql` and `,
  );
}

/** True for variants of products with the query's category and visibility. */
function inMatchingProducts(query: VariantQuery): Condition | null {
  const conditions = productConditions(query);
  if (conditions === null) return null;
  // The ids are read into an array, because PostgreSQL would otherwise join all variants with these products.
  return sql<boolean>`shop_variants.product_uuid = any(array(
    select product.uuid from shop_products as product where not product.deleted and ${conditions}))`;
}

/** Like `inMatchingProducts`, but reads each variant's product by its key. */
function hasMatchingProduct(query: VariantQuery): Condition | null {
  const conditions = productConditions(query);
  if (conditions === null) return null;
  return sql<boolean>`(select ${conditions} from shop_products as product
    where product.uuid = shop_variants.product_uuid)`;
}

const visibilityConditions = {
  shown: sql`product.active and product.is_visible`,
  hidden: sql`product.active and not product.is_visible`,
  inactive: sql`not product.active`,
} as const;

async function loadVariants(ids: readonly string[], queries: ScopedQueries) {
  const rows = await queries
    .selectFrom('shop_variants')
    .innerJoin('shop_products', 'shop_products.uuid', 'shop_variants.product_uuid')
    .leftJoin('shop_categories', 'shop_categories.uuid', 'shop_products.category_uuid')
    .select(['shop_variants.uuid', 'shop_variants.details_rev', 'shop_variants.attrs'])
    .select(['shop_variants.sku', 'shop_variants.price', 'shop_variants.stock'])
    .select(['shop_variants.product_uuid', 'shop_products.name', 'shop_products.type'])
    .select(['shop_products.active', 'shop_products.is_visible', 'shop_variants.region_id'])
    .select(['shop_products.category_uuid', 'shop_categories.name as category_name'])
    .select(['shop_products.show_at', 'shop_products.hide_at', 'shop_products.pictures'])
    .select('shop_categories.picture as category_picture')
    .where('shop_variants.uuid', '=', anyUuid(ids))
    .execute();
  return rows.map((row) => ({
    ...toVariant(row),
    product: { id: row.product_uuid, name: row.name, type: row.type },
    category: toCategory(row),
    region: row.region_id,
    active: row.active,
    is_visible: row.is_visible,
    show_at: row.show_at?.toISOString() ?? null,
    hide_at: row.hide_at?.toISOString() ?? null,
    picture: thumbnailPath(shownPictures(row)),
  }));
}

/** Maps a variant to the console's format. */
export function toVariant(row: {
  readonly uuid: string;
  readonly details_rev: number;
  readonly attrs: unknown;
  readonly sku: string;
  readonly price: number;
  readonly stock: number;
}) {
  const { uuid: id, details_rev: rev, sku, price, stock } = row;
  // Only `writeProducts` and `addShopVariant` write the attributes.
  const title = variantTitle({ attrs: row.attrs as ShopVariant['attrs'] });
  return { id, rev, title, sku, price, stock };
}

export function toCategory({
  category_uuid: id,
  category_name: name,
}: {
  readonly category_uuid: string | null;
  readonly category_name: string | null;
}) {
  return id === null || name === null ? null : { id, name };
}
