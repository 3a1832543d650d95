import { type Kysely, type Selectable, sql } from 'kysely';
import { regionLanguage } from '#schemas/languages.ts';
import { type MarketingMaterial } from '#schemas/marketing-material.ts';
import { type RegionCode } from '#schemas/regions.ts';
import { type ShopProduct, type ShopVariant } from '#schemas/shop-product.ts';
import { getAltTexts, type AltTexts } from '../contents/picture-texts.ts';
import { replicatedFields } from '../db/replicated-row.ts';
import { type Database } from '../db/tables.ts';
import { type ShopCategoriesTable, type ShopProductsTable } from './shop-tables.ts';

/** A product with its variants and its category's name. */
type ProductRow = Selectable<ShopProductsTable> & {
  readonly variants: ShopVariant[];
  readonly category_name: string | null;
  readonly category_picture: string | null;
  readonly category_is_visible: boolean | null;
};

/** Query for a country's products, including deleted ones. */
export function selectProducts(db: Kysely<Database>, region: RegionCode) {
  const variants = sql<ShopVariant[]>`(
    select coalesce(json_agg(json_build_object(
      'uuid', v.uuid, 'sku', v.sku, 'stock', v.stock, 'price', v.price, 'attrs', v.attrs
    ) order by v.position), '[]'::json)
    from shop_variants v where v.product_uuid = shop_products.uuid and v.ended_at is null
  )`;
  const category = <Column extends 'name' | 'picture' | 'is_visible'>(column: Column) => sql<
    Selectable<ShopCategoriesTable>[Column] | null
  >`(
    select ${sql.ref(`c.${column}`)} from shop_categories c where c.uuid = shop_products.category_uuid
  )`;
  return db
    .selectFrom('shop_products')
    .selectAll()
    .select([
      variants.as('variants'),
      category('name').as('category_name'),
      category('picture').as('category_picture'),
      category('is_visible').as('category_is_visible'),
    ])
    .where('region', '=', region);
}

/** Query for the categories of a country that installers can filter by, in display order. */
export function selectVisibleCategories(db: Kysely<Database>, region: RegionCode) {
  return db
    .selectFrom('shop_categories')
    .select(['uuid', 'name', 'type'])
    .where('region', '=', region)
    .where('is_visible', '=', true)
    .orderBy('position')
    .orderBy('uuid');
}

/**
 * Maps a row to the wire format. A product in a hidden category gets no category, because phones offer the categories
 * of their products as filters.
 */
export function productFromRow(row: ProductRow): ShopProduct {
  const { category_uuid, category_name, category_is_visible } = row;
  const pictures = shownPictures(row);
  const language = regionLanguage(row.region);
  return {
    ...replicatedFields(row),
    name: row.name,
    type: row.type,
    sku: row.sku,
    description: row.description,
    marketing: getMarketingMaterial(row),
    active: row.active,
    is_visible: row.is_visible,
    category:
      category_uuid === null || category_name === null || category_is_visible === false
        ? null
        : { uuid: category_uuid, name: category_name },
    images: {
      thumbnail: thumbnailPath(pictures),
      list: pictures.map((uuid, position) => {
        const alt = getAltTexts((row.alt_texts as AltTexts)[uuid], [language])?.[language];
        const picture = { position, l: `/files/content/${uuid}/l` };
        return alt === undefined ? picture : { ...picture, alt };
      }),
    },
    variants: row.variants,
  };
}

/** Returns the marketing material of a row; null if the product isn't marketing material. */
export function getMarketingMaterial({
  marketing_type: type,
  marketing_subtype: subtype,
}: Pick<ProductRow, 'marketing_type' | 'marketing_subtype'>): MarketingMaterial | null {
  return type === null ? null : { type, subtype };
}

/** Returns a product's pictures, or its category's picture if the product has none. */
export function shownPictures({
  pictures,
  category_picture,
}: Pick<ProductRow, 'pictures' | 'category_picture'>): readonly string[] {
  return pictures.length > 0 || category_picture === null ? pictures : [category_picture];
}

/** Returns the path of the product's thumbnail; null if it has no picture. */
export function thumbnailPath([first]: readonly string[]): string | null {
  return first === undefined ? null : `/files/content/${first}/s`;
}
