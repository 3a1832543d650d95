import { type Insertable, sql, type Transaction } from 'kysely';
import * as v from 'valibot';
import { type RegionCode } from '#schemas/regions.ts';
import { shopCategory } from '#schemas/shop-product.ts';
import { nextRegionRevs } from '../contents/region-changes.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { type ShopCategoriesTable } from './shop-tables.ts';

/** A category as set by an operator. */
type CategoryInput = Omit<Insertable<ShopCategoriesTable>, 'region'>;

/**
 * Creates or replaces categories of a country's shop. If a category's name, picture or visibility changes, its products
 * get new revs, because phones receive these values with the products. Throws if a category doesn't match the schema,
 * and throws `conflict` for an id that another country uses.
 * @param now milliseconds since 1970
 */
export async function writeCategories(
  trx: Transaction<Database>,
  region: RegionCode,
  categories: readonly CategoryInput[],
  now: number,
): Promise<void> {
  if (categories.length === 0) return;
  // Locks the country without using up a rev, so that no product is written with the old name in the meantime.
  await nextRegionRevs(trx, region, 0);
  const changedIds = await findChangedIds(trx, region, categories);
  const savedRows = await trx
    .insertInto('shop_categories')
    .values(
      categories.map(({ position, setup_key = null, picture = null, is_visible, ...category }) => ({
        ...v.parse(shopCategory, category),
        position,
        setup_key,
        picture,
        is_visible: is_visible ?? true,
        region,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .column('uuid')
        .doUpdateSet((eb) => ({
          type: eb.ref('excluded.type'),
          position: eb.ref('excluded.position'),
          name: eb.ref('excluded.name'),
          setup_key: eb.ref('excluded.setup_key'),
          picture: eb.ref('excluded.picture'),
          is_visible: eb.ref('excluded.is_visible'),
        }))
        .where('shop_categories.region', '=', region),
    )
    .returning('uuid')
    .execute();
  if (savedRows.length < categories.length) throw new ApiFailure('conflict', { field: 'uuid' });
  await touchProductsOfCategories(trx, region, changedIds, now);
}

/**
 * Sets the order of a country's categories. Categories that aren't listed keep their present order and come after the
 * others. Products of moved categories get new revs, because phones fetch the order with the products.
 * @param ids the first categories in their new order
 * @param now milliseconds since 1970
 */
export async function setCategoryOrder(
  trx: Transaction<Database>,
  region: RegionCode,
  ids: readonly string[],
  now: number,
): Promise<void> {
  const { rows: movedRows } = await sql<{
    uuid: string;
  }>`update shop_categories c set position = placed.position
    from (select uuid,
        row_number() over (order by array_position(${[...ids]}::uuid[], uuid), position, uuid) - 1 as position
      from shop_categories where region = ${region}) as placed
    where c.uuid = placed.uuid and c.position <> placed.position
    returning c.uuid`.execute(trx);
  await touchProductsOfCategories(
    trx,
    region,
    movedRows.map(({ uuid }) => uuid),
    now,
  );
}

/** Finds the existing categories whose names, pictures or visibility change. */
async function findChangedIds(
  trx: Transaction<Database>,
  region: RegionCode,
  categories: readonly CategoryInput[],
): Promise<string[]> {
  const categoryById = new Map(categories.map((category) => [category.uuid, category]));
  const existingCategories = await trx
    .selectFrom('shop_categories')
    .select(['uuid', 'name', 'picture', 'is_visible'])
    .where('region', '=', region)
    .where('uuid', '=', sql<string>`any(${[...categoryById.keys()]}::uuid[])`)
    .execute();
  return existingCategories
    .filter(({ uuid, name, picture, is_visible }) => {
      const category = categoryById.get(uuid);
      return (
        category?.name !== name ||
        (category.picture ?? null) !== picture ||
        (category.is_visible ?? true) !== is_visible
      );
    })
    .map(({ uuid }) => uuid);
}

/** Assigns new revs to the categories' products, so that phones fetch them again. */
export async function touchProductsOfCategories(
  trx: Transaction<Database>,
  region: RegionCode,
  categories: readonly string[],
  now: number,
): Promise<void> {
  const affectedProducts = trx
    .selectFrom('shop_products')
    .where('category_uuid', '=', sql<string>`any(${[...categories]}::uuid[])`)
    .where('deleted', '=', false);
  const { count } = await affectedProducts
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (count === 0) return;
  const firstRev = await nextRegionRevs(trx, region, count);
  await trx
    .with('affected', () =>
      affectedProducts.select([
        'uuid',
        sql<number>`row_number() over (order by rev)`.as('position'),
      ]),
    )
    .updateTable('shop_products')
    .from('affected')
    .set((eb) => ({
      rev: sql<number>`${firstRev}::bigint + ${eb.ref('affected.position')} - 1`,
      updated_at: new Date(now),
    }))
    .whereRef('shop_products.uuid', '=', 'affected.uuid')
    .execute();
}

/**
 * Returns the id of a category in the country; null for null.
 * @throws ApiFailure `not_found` if there is none
 */
export async function findCategory(
  trx: Transaction<Database>,
  region: RegionCode,
  id: string | null,
): Promise<string | null> {
  if (id === null) return null;
  const category = await trx
    .selectFrom('shop_categories')
    .select('uuid')
    .where('uuid', '=', id.toLowerCase())
    .where('region', '=', region)
    .executeTakeFirst();
  if (category === undefined) throw new ApiFailure('not_found', { field: 'body.category' });
  return category.uuid;
}
