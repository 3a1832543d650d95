import { sql, type Transaction } from 'kysely';
import type { Database } from '../db/tables.ts';
import { closingEntries, sumByCampaign } from '#schemas/closing-points.ts';
import { type TranslatedText } from '#schemas/primitives.ts';
import { type ScanCampaign } from '#schemas/scan.ts';
import { loadCompanyRegion } from '../configuration/region-rules.ts';
import { type LedgerShare } from '#schemas/ledger.ts';
import { toJsonb } from '../db/jsonb.ts';
import { addLedgerEntries } from '../points/ledger.ts';
import { releaseReservedPoints } from '../points/reserved-points.ts';

/** A project whose scans changed. */
interface ChangedProject {
  readonly uuid: string;
  readonly rev: number;
  /** True if a scan was saved to the project. If the project is scheduled, this starts it (spec 1 §4). */
  readonly hasNewScan: boolean;
}

/**
 * Recalculates the projects' sums in the transaction that changed their scans.
 * @param now server time, ISO
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
  /** Id of the edit that closed the project. */
  readonly opId: string;
  /** The person who closed the project; null if unknown. */
  readonly closedBy: string | null;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * Adds a project's points in the transaction that closes it, with an entry for each campaign. A project without valid
 * products earns nothing, not even for the survey. Otherwise people could earn points endlessly by closing empty
 * projects. The first project with earnings verifies the company and releases its welcome points.
 */
export async function addProjectPoints(
  trx: Transaction<Database>,
  { companyId, projectUuid, opId, closedBy, points, surveyPoints, now }: ProjectEarnings,
): Promise<void> {
  const products = await loadValidProducts(trx, projectUuid);
  const campaigns = sumByCampaign(products);
  // The welcome points are added separately by `releaseReservedPoints`.
  const lines = closingEntries({ points, campaigns }, { surveyPoints, reserved: 0 });
  if (lines.length === 0) return;
  const names = await loadCampaignNames(trx, companyId, campaigns);
  const entries = lines.map(({ event, points: entryPoints, campaign: id }) => ({
    event,
    points: entryPoints,
    variation: 'positive' as const,
    op_id: opId,
    project_uuid: projectUuid,
    ...(id !== undefined && {
      campaign: toJsonb({ id, name_translated: names.get(id) ?? { en: id } }),
    }),
    created_by: closedBy,
    people:
      event === 'project_closed' || event === 'campaign'
        ? toJsonb(sumShares(products, id, closedBy))
        : null,
  }));
  await addLedgerEntries(trx, entries, { companyId, now: new Date(now) });
  await releaseReservedPoints(trx, companyId, now, projectUuid);
}

function loadValidProducts(trx: Transaction<Database>, projectUuid: string) {
  return trx
    .selectFrom('scans')
    .select(['created_by', 'points', 'campaign'])
    .where('projects_id', '=', projectUuid)
    .where('deleted', '=', false)
    .where('flag', '=', 'valid')
    .execute();
}

/**
 * Sums the points of products by the person who scanned them. If that person is unknown, the points go to `closedBy`.
 * @param campaign counts only this campaign's extra points; if undefined, counts all points except the extra points of
 *   campaigns
 */
function sumShares(
  products: Awaited<ReturnType<typeof loadValidProducts>>,
  campaign: string | undefined,
  closedBy: string | null,
): LedgerShare[] {
  const parts = products.map(({ created_by, points, campaign: countedCampaign }) => {
    const extra = countedCampaign?.points ?? 0;
    if (campaign === undefined) return { created_by, points: points - extra };
    return { created_by, points: countedCampaign?.id === campaign ? extra : 0 };
  });
  return [...sumPointsByPerson(parts, closedBy)].flatMap(([uuid, points]) =>
    uuid === null || points === 0 ? [] : [{ uuid, points }],
  );
}

/**
 * Sums the points of products by the person who scanned them. If that person is unknown, the points go to `closedBy`.
 */
export function sumPointsByPerson(
  products: readonly { readonly created_by: string | null; readonly points: number }[],
  closedBy: string | null,
): Map<string | null, number> {
  const sums = new Map<string | null, number>();
  for (const { created_by, points } of products) {
    const person = created_by ?? closedBy;
    sums.set(person, (sums.get(person) ?? 0) + points);
  }
  return sums;
}

async function loadCampaignNames(
  trx: Transaction<Database>,
  companyId: string,
  campaigns: readonly ScanCampaign[],
): Promise<Map<string, TranslatedText>> {
  if (campaigns.length === 0) return new Map();
  const rows = await trx
    .selectFrom('campaign_names')
    .select(['id', 'name_translated'])
    .where('region', '=', await loadCompanyRegion(trx, companyId))
    .where(
      'id',
      'in',
      campaigns.map(({ id }) => id),
    )
    .execute();
  // The cast is safe, because these names are validated before they are written.
  return new Map(rows.map((row) => [row.id, row.name_translated as TranslatedText]));
}
