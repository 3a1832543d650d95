import { sql } from 'kysely';
import { nextRegionRevs } from '../contents/region-changes.ts';
import { transact } from '../db/database.ts';
import { type Services } from '../services.ts';
import { raiseProductRevs } from './stock.ts';

/**
 * Shows and hides products whose planned time has passed. Phones get the changes with their next pull. Safe to run in
 * several processes.
 */
export async function applyPlannedVisibility({
  db,
  clock,
}: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const now = new Date(clock.now());
  const isDue = sql<boolean>`least(show_at, hide_at) <= ${now}`;
  const regions = await db
    .selectFrom('shop_products')
    .select('region')
    .distinct()
    .where('deleted', '=', false)
    .where(isDue)
    .execute();
  for (const { region } of regions)
    await transact(db, async (trx) => {
      // The country's counter is always locked before its products.
      await nextRegionRevs(trx, region, 0);
      const changedProducts = await trx
        .updateTable('shop_products')
        .set({
          // The hiding time is always after the showing time.
          is_visible: sql<boolean>`coalesce(hide_at > ${now}, true)`,
          show_at: sql<Date | null>`case when show_at > ${now} then show_at end`,
          hide_at: sql<Date | null>`case when hide_at > ${now} then hide_at end`,
        })
        .where('region', '=', region)
        .where('deleted', '=', false)
        .where(isDue)
        .returning('uuid')
        .execute();
      await raiseProductRevs(
        trx,
        region,
        new Set(changedProducts.map(({ uuid }) => uuid)),
        clock.now(),
      );
    });
}
