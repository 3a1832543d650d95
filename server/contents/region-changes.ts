import { type Kysely, type Transaction } from 'kysely';
import { type RegionCode } from '#schemas/regions.ts';
import { type RevCounter } from '../db/changes.ts';
import { type EpochReader } from '../db/epoch.ts';
import { type Database } from '../db/tables.ts';

/**
 * Reserves the country's next revs for `count` changed rows. Locks the country's counter until the transaction
 * ends, so that commit order equals rev order (F45), as for companies.
 * @returns the first of `count` consecutive revs
 */
export async function nextRegionRevs(
  trx: Transaction<Database>,
  region: RegionCode,
  count: number,
): Promise<number> {
  const { rev } = await trx
    .insertInto('region_counters')
    .values({ region, rev: count })
    .onConflict((conflict) =>
      conflict
        .column('region')
        .doUpdateSet((eb) => ({ rev: eb('region_counters.rev', '+', count) })),
    )
    .returning('rev')
    .executeTakeFirstOrThrow();
  return rev - count + 1;
}

/** Creates the change counter of a country. It's 0 if nothing was ever published there. */
export function regionCounter(
  { db, epoch }: { readonly db: Kysely<Database>; readonly epoch: EpochReader },
  region: RegionCode,
): RevCounter {
  const current = async () => {
    const row = await db
      .selectFrom('region_counters')
      .select('rev')
      .where('region', '=', region)
      .executeTakeFirst();
    return row?.rev ?? 0;
  };
  return { db, epoch, current };
}
