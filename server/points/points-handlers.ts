import { projectStatus } from '#schemas/project-status.ts';
import { getRegionRules } from '../configuration/region-rules.ts';
import { companyCounter, pullPage } from '../db/changes.ts';
import { newestFirstPage } from '../db/list-page.ts';
import { ApiFailure } from '../http/failure.ts';
import { type Handlers } from '../http/handler.ts';
import { type Services } from '../services.ts';
import { loadLedgerSums } from './ledger.ts';
import { entryFromRow } from './ledger-row.ts';
import { expiryCutoff, pointsToExpire } from './points-expiry.ts';
import { loadReservedPoints } from './reserved-points.ts';
import { countScansThisYear } from './scan-counts.ts';

const DEFAULT_LIMIT = 30;

export const pointsHandlers = {
  async getPointsSummary({ params, actor }, services) {
    if (params.id.toLowerCase() !== actor.companyId) throw new ApiFailure('not_found');
    const { pointsValidityMonths } = await getRegionRules(services.db, actor.region);
    const cutoff = expiryCutoff(services.clock.now(), pointsValidityMonths);
    const { earned, earnedBefore, taken } = await loadLedgerSums(
      services.db,
      actor.companyId,
      cutoff,
    );
    return {
      company_points: earned - taken,
      projects: { in_prog: await openProjects(actor.companyId, services) },
      points: {
        to_expire: pointsToExpire({ earnedBefore, taken }),
        reserved: await loadReservedPoints(services.db, actor.companyId),
      },
      scans: await countScansThisYear(services.db, actor, services.clock.now()),
    };
  },

  listPointsHistory({ query, actor }, services) {
    const { page = 1, limit = DEFAULT_LIMIT, since } = query;
    const own = services.db
      .selectFrom('ledger')
      .selectAll()
      .where('company_id', '=', actor.companyId);
    if (since === undefined)
      return newestFirstPage(services.db, own, { page, limit }, entryFromRow);
    const counter = companyCounter(services, actor.companyId);
    return pullPage(own, { since, limit }, counter, entryFromRow);
  },
} satisfies Partial<Handlers>;

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
