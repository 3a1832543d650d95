import { projectStatus } from '#schemas/project-status.ts';
import { getRegionRules } from '../configuration/region-rules.ts';
import { companyCounter, pullPage } from '../db/changes.ts';
import { newestFirstPage } from '../db/list-page.ts';
import { ApiFailure } from '../http/failure.ts';
import { type Handlers } from '../http/handler.ts';
import { type Services } from '../services.ts';
import { loadLedgerSums } from './ledger.ts';
import { entryFromRow } from './ledger-row.ts';
import { getExpiryCutoff, getPointsToExpire } from './points-expiry.ts';
import { loadReservedPoints } from './reserved-points.ts';
import { countScansThisYear } from './scan-counts.ts';

const DEFAULT_LIMIT = 30;

export const pointsHandlers = {
  async getPointsSummary({ params, actor }, services) {
    if (params.id.toLowerCase() !== actor.companyId) throw new ApiFailure('not_found');
    const { pointsValidityMonths } = await getRegionRules(services.db, actor.region);
    const cutoff = getExpiryCutoff(services.clock.now(), pointsValidityMonths);
    const {
      earned: earnedPoints,
      earnedBefore,
      deducted: deductedPoints,
    } = await loadLedgerSums(services.db, actor.companyId, cutoff);
    return {
      company_points: earnedPoints - deductedPoints,
      projects: { in_prog: await countOpenProjects(actor.companyId, services) },
      points: {
        to_expire: getPointsToExpire({ earnedBefore, deducted: deductedPoints }),
        reserved: await loadReservedPoints(services.db, actor.companyId),
      },
      scans: await countScansThisYear(services.db, actor, services.clock.now()),
    };
  },

  listPointsHistory({ query, actor }, services) {
    const { page = 1, limit = DEFAULT_LIMIT, since } = query;
    const entries = services.db
      .selectFrom('ledger')
      .selectAll()
      .where('company_id', '=', actor.companyId);
    if (since === undefined)
      return newestFirstPage(services.db, entries, { page, limit }, entryFromRow(actor));
    const counter = companyCounter(services, actor.companyId);
    return pullPage(entries, { since, limit }, counter, entryFromRow(actor));
  },
} satisfies Partial<Handlers>;

async function countOpenProjects(companyId: string, { db }: Services): Promise<number> {
  const { total } = await db
    .selectFrom('projects')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('company_id', '=', companyId)
    .where('deleted', '=', false)
    .where('status', 'in', [projectStatus.inProgress, projectStatus.scheduled])
    .executeTakeFirstOrThrow();
  return total;
}
