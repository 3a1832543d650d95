import { sql, type Transaction } from 'kysely';
import { type Database } from '../db/tables.ts';

/** A project whose scans changed. */
interface TouchedProject {
  readonly uuid: string;
  readonly rev: number;
  /** True if a scan was saved to it, which starts a scheduled project (spec 1 §4). */
  readonly gotScan: boolean;
}

/**
 * Recalculates the projects' sums in the transaction that changed their scans.
 * @param now the server's time, ISO
 */
export async function updateProjectSums(
  trx: Transaction<Database>,
  projects: readonly TouchedProject[],
  now: string,
): Promise<void> {
  if (projects.length === 0) return;
  await sql`
    update projects set
      rev = touched.rev,
      updated_at = ${now}::timestamptz,
      status = case when status = 4 and touched."gotScan" then 1 else status end,
      products_count = sums.products,
      calculated_available_points = sums.available,
      calculated_max_points = sums.maximum
    from json_to_recordset(${JSON.stringify(projects)}::json)
        as touched(uuid uuid, rev bigint, "gotScan" boolean),
      lateral (
        select count(*) as products,
          coalesce(sum(points) filter (where flag = 'valid'), 0) as available,
          coalesce(sum(points) filter (where flag <> 'rejected'), 0) as maximum
        from scans where scans.projects_id = touched.uuid and not scans.deleted
      ) as sums
    where projects.uuid = touched.uuid`.execute(trx);
}
