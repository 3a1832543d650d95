import { type Kysely, type Transaction } from 'kysely';
import { type RegionCode } from '#schemas/regions.ts';
import { type RevCounter } from '../db/changes.ts';
import { type Database } from '../db/tables.ts';

/**
 * The country's next revs, for so many changed rows. Locks the country's counter until the transaction
 * ends, so that the order of commits and of revs are the same (F45), as a company's are.
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

/** The country's counter; it stands at 0 where nothing was ever published. */
export function regionCounter(
  { db, epoch }: { readonly db: Kysely<Database>; readonly epoch: string },
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
