import { sql, type Transaction } from 'kysely';
import type { Database } from '../db/tables.ts';
import { closingEntries } from '#schemas/closing-points.ts';
import { addLedgerEntries } from '../points/ledger.ts';
import { releaseReservedPoints } from '../points/reserved-points.ts';

/** A project whose scans changed. */
interface ChangedProject {
  readonly uuid: string;
  readonly rev: number;
  /** True if a scan was saved to the project, which starts a scheduled one (spec 1 §4). */
  readonly hasNewScan: boolean;
}

/**
 * Recalculates the projects' sums in the transaction that changed their scans.
 * @param now the server's time, ISO
 */
export async function updateProjectSums(
  trx: Transaction<Database>,
  projects: readonly ChangedProject[],
  now: string,
): Promise<void> {
  if (projects.length === 0) return;
  await sql`
    update projects set
      rev = touched.rev,
      updated_at = ${now}::timestamptz,
      status = case when status = 4 and touched."hasNewScan" then 1 else status end,
      products_count = sums.products,
      calculated_available_points = sums.available,
      calculated_max_points = sums.maximum,
      -- Frozen at the submission, except for the reviewer's decisions and new photos.
      available_points = case when status = 5 then sums.available else available_points end,
      max_points = case when status in (2, 5) then sums.maximum else max_points end
    from json_to_recordset(${JSON.stringify(projects)}::json)
        as touched(uuid uuid, rev bigint, "hasNewScan" boolean),
      lateral (
        select count(*) as products,
          coalesce(sum(points) filter (where flag = 'valid'), 0) as available,
          coalesce(sum(points) filter (where flag <> 'rejected'), 0) as maximum
        from scans where scans.projects_id = touched.uuid and not scans.deleted
      ) as sums
    where projects.uuid = touched.uuid`.execute(trx);
}

/** Earnings of a closed project. */
interface ProjectEarnings {
  readonly companyId: string;
  readonly projectUuid: string;
  /** Points of its valid products. */
  readonly points: number;
  /** Points for answering the survey, if the region grants any. */
  readonly surveyPoints: number;
  /** The edit that closed it. */
  readonly opId: string;
  /** The person who closed it; null if unknown. */
  readonly closedBy: string | null;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Maximum number of ledger entries, and revs, per closed project. */
export const MAX_CLOSING_ENTRIES = 2;

/**
 * Adds a project's points in the transaction that closes it. Without valid products it earns
 * nothing, not even for the survey, or empty projects could be closed endlessly. The first project
 * with earnings verifies the company and releases its welcome points.
 * @param firstRev first of `MAX_CLOSING_ENTRIES` revs
 */
export async function addProjectPoints(
  trx: Transaction<Database>,
  earnings: ProjectEarnings,
  firstRev: number,
): Promise<void> {
  const { companyId, projectUuid, opId, closedBy, points, surveyPoints, now } = earnings;
  // The welcome points are added separately by `releaseReservedPoints`.
  const lines = closingEntries(points, { surveyPoints, reserved: 0 });
  if (lines.length === 0) return;
  const entries = lines.map(({ event, points: entryPoints }) => ({
    event,
    points: entryPoints,
    variation: 'positive' as const,
    op_id: opId,
    project_uuid: projectUuid,
    created_by: closedBy,
  }));
  await addLedgerEntries(trx, entries, { companyId, firstRev, now: new Date(now) });
  await releaseReservedPoints(trx, companyId, now, projectUuid);
}
