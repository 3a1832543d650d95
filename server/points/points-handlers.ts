import { type Selectable, sql } from 'kysely';
import { type LedgerEntry } from '#schemas/ledger.ts';
import { projectStatus } from '#schemas/project.ts';
import { regionRules } from '../configuration/region-rules.ts';
import { pullPage } from '../db/changes.ts';
import { listAnswer, offsetOf, type Page } from '../db/list-page.ts';
import { ApiFailure } from '../http/failure.ts';
import { type Handlers } from '../http/handler.ts';
import { type Services } from '../services.ts';
import { type LedgerTable } from './ledger-tables.ts';
import { expiryCutoff, pointsToExpire, yearStart } from './points-due.ts';

const DEFAULT_LIMIT = 30;

/** The company's points and how they came about. */
export const pointsHandlers = {
  async pointsSummary({ params, actor }, services) {
    if (params.id.toLowerCase() !== actor.companyId) throw new ApiFailure('not_found');
    const { pointsValidityMonths } = await regionRules(services.db, actor.region);
    const cutoff = expiryCutoff(services.clock.now(), pointsValidityMonths);
    const { earned, earnedBefore, taken } = await ledgerSums(actor.companyId, cutoff, services);
    return {
      company_points: earned - taken,
      projects: { in_prog: await openProjects(actor.companyId, services) },
      points: { to_expire: pointsToExpire({ earnedBefore, taken }) },
      scans: { current_year: await scansOfYear(actor.companyId, services) },
    };
  },

  pointsHistory({ query, actor }, services) {
    const { page = 1, limit = DEFAULT_LIMIT, since } = query;
    if (since === undefined) return newestEntries(actor.companyId, { page, limit }, services);
    return pullPage({
      ...services,
      companyId: actor.companyId,
      since,
      limit,
      rowsAfter: (rev, count) =>
        services.db
          .selectFrom('ledger')
          .selectAll()
          .where('company_id', '=', actor.companyId)
          .where('rev', '>', rev)
          .orderBy('rev')
          .limit(count)
          .execute(),
      toWire: entryFromRow,
    });
  },
} satisfies Partial<Handlers>;

function entryFromRow(row: Selectable<LedgerTable>): LedgerEntry {
  return {
    uuid: row.uuid,
    op_id: row.op_id,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    deleted: row.deleted,
    event: row.event,
    points: row.points,
    variation: row.variation,
    project_uuid: row.project_uuid,
  };
}

/** Sums in one pass: earned, earned before the cutoff, and everything that takes away. */
async function ledgerSums(companyId: string, cutoff: Date, { db }: Services) {
  const { rows } = await sql<{ earned: number; earnedBefore: number; taken: number }>`
    select
      coalesce(sum(points) filter (where variation = 'positive'), 0)::bigint as earned,
      coalesce(sum(points) filter (where variation = 'positive' and created_at < ${cutoff}), 0)::bigint
        as "earnedBefore",
      coalesce(sum(points) filter (where variation <> 'positive'), 0)::bigint as taken
    from ledger where company_id = ${companyId}`.execute(db);
  return rows[0] ?? { earned: 0, earnedBefore: 0, taken: 0 };
}

async function openProjects(companyId: string, { db }: Services): Promise<number> {
  const { total } = await db
    .selectFrom('projects')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('company_id', '=', companyId)
    .where('deleted', '=', false)
    .where('status', 'in', [projectStatus.inProgress, projectStatus.scheduled])
    .executeTakeFirstOrThrow();
  return total;
}

async function scansOfYear(companyId: string, { db, clock }: Services): Promise<number> {
  const { total } = await db
    .selectFrom('scans')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('company_id', '=', companyId)
    .where('deleted', '=', false)
    .where('flag', '<>', 'rejected')
    .where('created_at', '>=', yearStart(clock.now()))
    .executeTakeFirstOrThrow();
  return total;
}

async function newestEntries(companyId: string, page: Page, { db }: Services) {
  const own = db.selectFrom('ledger').where('company_id', '=', companyId);
  const rows = await own
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('uuid')
    .offset(offsetOf(page))
    .limit(page.limit)
    .execute();
  const { total } = await own
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return listAnswer(rows.map(entryFromRow), total, page);
}
