import { type Kysely, type Transaction } from 'kysely';
import { type RegionCode } from '#schemas/regions.ts';
import { nextRegionRevs } from '../contents/region-changes.ts';
import { transact } from '../db/database.ts';
import { type Database } from '../db/tables.ts';

/**
 * Serialises operators' changes to a country. Orders lock variants before the country's counter, so this function uses
 * the same order.
 */
export async function lockCountry(trx: Transaction<Database>, region: RegionCode): Promise<void> {
  await trx
    .selectFrom('shop_variants as variant')
    .innerJoin('shop_products as product', 'product.uuid', 'variant.product_uuid')
    .select('variant.uuid')
    .where('product.region', '=', region)
    .orderBy('variant.uuid')
    .forUpdate('variant')
    .execute();
  await nextRegionRevs(trx, region, 0);
}

/** Runs the work and rolls it back. So a check finds the same problems as the real run. */
export async function dryRun<Result>(
  db: Kysely<Database>,
  work: (trx: Transaction<Database>) => Promise<Result>,
): Promise<Result> {
  const result = Promise.withResolvers<Result>();
  const rollback = new Error('rollback');
  try {
    await transact(db, async (trx) => {
      result.resolve(await work(trx));
      throw rollback;
    });
  } catch (error) {
    if (error !== rollback) throw error;
  }
  return result.promise;
}
