import { sql, type Kysely, type Transaction } from 'kysely';
import { CLAIM_MS, CLAIMED_PRODUCTS } from '#schemas/operator/review-calls.ts';
import { projectStatus } from '#schemas/project-status.ts';
import { toRegionCode } from '../access/sessions.ts';
import { type OperatorActor } from '../console/operator-handler.ts';
import { scopedQueries, type ScopedQueries } from '../console/operator-scope.ts';
import { transact } from '../db/database.ts';
import { type Database } from '../db/tables.ts';
import { anyUuid } from '../scans/any-of.ts';

/** The reviewer and the countries in which they may act. */
export type Reviewer = Pick<OperatorActor, 'operatorId' | 'regions'>;

const DAY = 86_400_000;
/** Age of the last submission that the empty queue reports. */
const RECENT_MS = 30 * DAY;
/** Maximum number of attempts to claim products if other reviewers claim the same ones at that moment. */
const MAX_TRIES = 5;

/** Start of a product's wait: the submission of its project, or its latest photo. */
export const waitingSince = sql<Date>`greatest(scans.updated_at, projects.submitted_at)`;

/** Products that a reviewer can decide now, excluding those that wait for a new photo or have a held decision. */
function waitingProducts(queries: ScopedQueries) {
  return queries
    .selectFrom('scans')
    .innerJoin('projects', 'projects.uuid', 'scans.projects_id')
    .where('scans.flag', '=', 'in_review')
    .where('scans.deleted', '=', false)
    .where('scans.rejection', 'is', null)
    .where('projects.deleted', '=', false)
    .where('projects.status', 'in', [projectStatus.inReview, projectStatus.closed])
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('review_decisions')
            .select('review_decisions.scan')
            .whereRef('review_decisions.scan', '=', 'scans.uuid')
            .where('review_decisions.outcome', 'is', null),
        ),
      ),
    );
}

/** Counts the waiting products of each country. */
export async function countQueue(
  { queries, regions }: Pick<OperatorActor, 'queries' | 'regions'>,
  now: number,
) {
  const counts = await waitingProducts(queries)
    .innerJoin('companies', 'companies.id', 'scans.company_id')
    .groupBy('companies.regions_id')
    .select(({ fn }) => ['companies.regions_id as region', fn.countAll<number>().as('waiting')])
    .select(sql<Date>`min(${waitingSince})`.as('oldest'))
    .execute();
  const submissions = await queries
    .selectFrom('projects')
    .innerJoin('companies', 'companies.id', 'projects.company_id')
    .where('projects.submitted_at', '>', new Date(now - RECENT_MS))
    .groupBy('companies.regions_id')
    .select(({ fn }) => [
      'companies.regions_id as region',
      fn.max('projects.submitted_at').as('last'),
    ])
    .execute();
  return regions.map((region) => {
    const count = counts.find((row) => row.region === region);
    const submission = submissions.find((row) => row.region === region);
    return {
      region: toRegionCode(region),
      waiting: Number(count?.waiting ?? 0),
      oldest_since: count?.oldest.toISOString() ?? null,
      last_submitted_at: submission?.last?.toISOString() ?? null,
    };
  });
}

/**
 * Claims the products that wait longest, and ends the claims of skipped ones.
 * @returns their ids in order; empty if nothing waits
 */
export function claimProducts(
  db: Kysely<Database>,
  reviewer: Reviewer,
  skipped: readonly string[],
  now: number,
): Promise<readonly string[]> {
  return transact(db, async (trx) => {
    if (skipped.length > 0) {
      await trx
        .deleteFrom('review_claims')
        .where('operator_id', '=', reviewer.operatorId)
        .where('scan', '=', anyUuid(skipped))
        .execute();
    }
    for (let attempt = 1; ; attempt += 1) {
      const candidates = await findUnclaimed(trx, reviewer, skipped, now);
      const claimed = await saveClaims(trx, reviewer, candidates, now);
      const isDone = claimed.size > 0 || candidates.length === 0 || attempt === MAX_TRIES;
      if (isDone) return candidates.map(({ scan }) => scan).filter((scan) => claimed.has(scan));
    }
  });
}

interface ClaimedScan {
  readonly scan: string;
  readonly company_id: string;
}

function findUnclaimed(
  trx: Transaction<Database>,
  { operatorId, regions }: Reviewer,
  skipped: readonly string[],
  now: number,
): Promise<ClaimedScan[]> {
  return waitingProducts(scopedQueries(trx, regions))
    .leftJoin('review_claims', (join) =>
      join
        .onRef('review_claims.scan', '=', 'scans.uuid')
        .on('review_claims.until', '>', new Date(now))
        .on('review_claims.operator_id', '<>', operatorId),
    )
    .where('review_claims.scan', 'is', null)
    .where(({ not, eb }) => not(eb('scans.uuid', '=', anyUuid(skipped))))
    .select(['scans.uuid as scan', 'scans.company_id'])
    .orderBy(waitingSince)
    .orderBy('scans.projects_id')
    .orderBy('scans.created_at')
    .orderBy('scans.uuid')
    .limit(CLAIMED_PRODUCTS)
    .execute();
}

/** Claims scans for a reviewer. @returns the ids of the claimed ones; other reviewers have the rest */
export async function saveClaims(
  trx: Transaction<Database>,
  { operatorId }: Reviewer,
  scans: readonly ClaimedScan[],
  now: number,
): Promise<ReadonlySet<string>> {
  if (scans.length === 0) return new Set();
  // Always in the same order, so that two reviewers can't deadlock.
  const inOrder = [...scans].sort((a, b) => (a.scan < b.scan ? -1 : 1));
  const rows = await trx
    .insertInto('review_claims')
    .values(
      inOrder.map(({ scan, company_id }) => ({
        scan,
        company_id,
        operator_id: operatorId,
        until: new Date(now + CLAIM_MS),
      })),
    )
    .onConflict((conflict) =>
      conflict
        .column('scan')
        .doUpdateSet((eb) => ({
          operator_id: eb.ref('excluded.operator_id'),
          until: eb.ref('excluded.until'),
        }))
        .where(({ eb, or }) =>
          or([
            eb('review_claims.until', '<=', new Date(now)),
            eb('review_claims.operator_id', '=', operatorId),
          ]),
        ),
    )
    .returning('scan')
    .execute();
  return new Set(rows.map(({ scan }) => scan));
}

/** Lists the reviewer's recent decisions that were no longer possible when they took effect. */
export async function listFailedDecisions(
  { queries, operatorId }: Pick<OperatorActor, 'queries' | 'operatorId'>,
  now: number,
) {
  const rows = await queries
    .selectFrom('review_decisions')
    .select(['uuid', 'scan', 'settled_at'])
    .where('operator_id', '=', operatorId)
    .where('settled_at', '>', new Date(now - CLAIM_MS))
    .where('outcome', 'not in', ['done', 'undone'])
    .orderBy('settled_at')
    .execute();
  return rows.map(({ uuid, scan, settled_at }) => ({
    decision: uuid,
    scan,
    settled_at: (settled_at ?? new Date(now)).toISOString(),
  }));
}
