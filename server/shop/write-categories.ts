import { type Insertable, sql, type Transaction } from 'kysely';
import * as v from 'valibot';
import { type RegionCode } from '#schemas/regions.ts';
import { shopCategory } from '#schemas/shop-product.ts';
import { nextRegionRevs } from '../contents/region-changes.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { type ShopCategoriesTable } from './shop-tables.ts';

/** A category of a country's shop as an operator sets it. */
export type CategoryInput = Omit<Insertable<ShopCategoriesTable>, 'region'>;

/**
 * Sets up categories of a country's shop, or replaces what was set. The products of one that is renamed
 * show its name, so the country's devices are brought them again. Throws where one does not match the schema, and
 * `conflict` for the id of another country's category.
 * @param now milliseconds since 1970
 */
export async function writeCategories(
  trx: Transaction<Database>,
  region: RegionCode,
  categories: readonly CategoryInput[],
  now: number,
): Promise<void> {
  if (categories.length === 0) return;
  // Takes no rev yet, but the country's lock: nobody puts a product into the old name meanwhile.
  await nextRegionRevs(trx, region, 0);
  const renamed = await renamedOf(trx, region, categories);
  const written = await trx
    .insertInto('shop_categories')
    .values(
      categories.map(({ position, ...category }) => ({
        ...v.parse(shopCategory, category),
        position,
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
        }))
        .where('shop_categories.region', '=', region),
    )
    .returning('uuid')
    .execute();
  if (written.length < categories.length) throw new ApiFailure('conflict', { field: 'uuid' });
  await bringAgain(trx, region, renamed, now);
}

/** The categories that are there already, under another name. */
async function renamedOf(
  trx: Transaction<Database>,
  region: RegionCode,
  categories: readonly CategoryInput[],
): Promise<string[]> {
  const names = new Map(categories.map(({ uuid, name }) => [uuid, name]));
  const known = await trx
    .selectFrom('shop_categories')
    .select(['uuid', 'name'])
    .where('region', '=', region)
    .where('uuid', '=', sql<string>`any(${[...names.keys()]}::uuid[])`)
    .execute();
  return known.filter(({ uuid, name }) => names.get(uuid) !== name).map(({ uuid }) => uuid);
}

/** Gives the products of the categories new places in the country's order of changes. */
async function bringAgain(
  trx: Transaction<Database>,
  region: RegionCode,
  categories: readonly string[],
  now: number,
): Promise<void> {
  const shown = trx
    .selectFrom('shop_products')
    .where('category_uuid', '=', sql<string>`any(${[...categories]}::uuid[])`)
    .where('deleted', '=', false);
  const { count } = await shown
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (count === 0) return;
  const firstRev = await nextRegionRevs(trx, region, count);
  await trx
    .with('renamed', () =>
      shown.select(['uuid', sql<number>`row_number() over (order by rev)`.as('place')]),
    )
    .updateTable('shop_products')
    .from('renamed')
    .set((eb) => ({
      rev: sql<number>`${firstRev}::bigint + ${eb.ref('renamed.place')} - 1`,
      updated_at: new Date(now),
    }))
    .whereRef('shop_products.uuid', '=', 'renamed.uuid')
    .execute();
}
