import { sql, type Kysely, type Transaction } from 'kysely';
import * as v from 'valibot';
import { CLAIM_MS, CLAIMED_RECORDS } from '#schemas/operator/queue-claims.ts';
import { moment, uuid } from '#schemas/primitives.ts';
import { projectStatus } from '#schemas/project-status.ts';
import { regionCodeOf } from '#schemas/regions.ts';
import { type OperatorActor } from '../console/operator-handler.ts';
import { scopedQueries, type ScopedQueries } from '../console/operator-scope.ts';
import {
  countExactly,
  type ListQuery,
  readCursor,
  readOperatorPage,
} from '../console/operator-pages.ts';
import { claimNext, isUnclaimed } from '../console/record-claims.ts';
import { type Database } from '../db/tables.ts';
import { anyUuid } from '../scans/any-of.ts';

/** The reviewer and the countries in which they may act. */
export type Reviewer = Pick<OperatorActor, 'operatorId' | 'regions'>;

const DAY = 86_400_000;
/** Period in which an empty queue reports the last submission. */
const RECENT_MS = 30 * DAY;

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
      region: regionCodeOf(region),
      waiting: Number(count?.waiting ?? 0),
      oldest_since: count?.oldest.toISOString() ?? null,
      last_submitted_at: submission?.last?.toISOString() ?? null,
    };
  });
}

/** Lists a page of waiting products, longest waiting first, including those claimed by reviewers. */
export async function listWaiting(
  db: Kysely<Database>,
  regions: Reviewer['regions'],
  query: ListQuery,
) {
  const waiting = waitingProducts(scopedQueries(db, regions));
  const cursor = readCursor(query, v.tuple([moment, uuid]));
  const { rows, next } = await readOperatorPage(
    query,
    (limit) =>
      waiting
        .select(['scans.uuid', waitingSince.as('since')])
        .$if(cursor !== null, (found) =>
          found.where(
            sql<boolean>`(${waitingSince}, scans.uuid) > (${cursor?.[0]}::timestamptz, ${cursor?.[1]}::uuid)`,
          ),
        )
        .orderBy(waitingSince)
        .orderBy('scans.uuid')
        .limit(limit)
        .execute(),
    (row) => [row.since.toISOString(), row.uuid],
  );
  const total = await countExactly(db, waiting.select('scans.uuid'));
  return { ids: rows.map((row) => row.uuid), meta: { next, total } };
}

/** The reviewer's claims of products. */
export const productClaims = ({ operatorId }: Pick<Reviewer, 'operatorId'>) => ({
  kind: 'scan',
  operatorId,
});

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
  const find = async (trx: Transaction<Database>) => {
    const rows = await waitingProducts(scopedQueries(trx, reviewer.regions))
      .where(isUnclaimed(sql.ref('scans.uuid'), productClaims(reviewer), now))
      .where(({ not, eb }) => not(eb('scans.uuid', '=', anyUuid(skipped))))
      .select('scans.uuid')
      .orderBy(waitingSince)
      .orderBy('scans.projects_id')
      .orderBy('scans.created_at')
      .orderBy('scans.uuid')
      .limit(CLAIMED_RECORDS)
      .execute();
    return rows.map(({ uuid }) => uuid);
  };
  return claimNext(db, productClaims(reviewer), find, { ended: skipped, now });
}

/** Lists the reviewer's decisions that haven't taken effect, oldest first. */
export function listHeldDecisions({
  queries,
  operatorId,
}: Pick<OperatorActor, 'queries' | 'operatorId'>) {
  return queries
    .selectFrom('review_decisions')
    .select(['uuid as decision', 'scan', 'kind'])
    .where('operator_id', '=', operatorId)
    .where('outcome', 'is', null)
    .orderBy('made_at')
    .orderBy('uuid')
    .execute();
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
