import { sql, type Kysely, type Transaction } from 'kysely';
import { DAY_MS } from '#schemas/durations.ts';
import { CLAIM_MS, CLAIMED_RECORDS } from '#schemas/operator/queue-claims.ts';
import { overdueBefore } from '#schemas/operator/queue-targets.ts';
import { type RegionId, regionCodeOf } from '#schemas/regions.ts';
import { type OperatorActor } from '../console/operator-handler.ts';
import { scopedQueries } from '../console/operator-scope.ts';
import { type ListQuery } from '../console/operator-pages.ts';
import { selectPageKeys, readRegionPage } from '../console/region-page.ts';
import { findOwnCompany } from '../console/own-company.ts';
import { claimNext, isUnclaimed } from '../console/record-claims.ts';
import { type Database } from '../db/tables.ts';
import { anyUuid } from '../scans/any-of.ts';

/** The reviewer, and the countries where they may act. */
export type Reviewer = Pick<OperatorActor, 'operatorId' | 'regions'>;

/** An empty queue shows the time of the country's last submission, unless it's longer ago than this, in ms. */
const RECENT_MS = 30 * DAY_MS;

/** True for products that a reviewer can decide now, excluding those with a held decision. */
const isWaiting = sql<boolean>`scans.waiting_since is not null and not exists (
  select from review_decisions as decision where decision.scan = scans.uuid and decision.outcome is null)`;

/** The queue, longest waiting first; products of one project are together. Exported for the query-plan test. */
export const waitingList = {
  table: 'scans',
  keys: ['waiting_since', 'projects_id', 'created_at', 'uuid'],
  isDescending: false,
  where: (rows) => rows.where(isWaiting),
} satisfies Parameters<typeof selectPageKeys<'scans'>>[2];

/** Counts each country's waiting products, and the overdue ones among them. */
export async function countQueue(
  { queries, regions }: Pick<OperatorActor, 'queries' | 'regions'>,
  now: number,
) {
  const counts = await queries
    .selectFrom('scans')
    .where(isWaiting)
    .groupBy('scans.region_id')
    .select(({ fn }) => ['scans.region_id as region', fn.countAll<number>().as('waiting')])
    .select(({ fn }) => fn.min('scans.waiting_since').as('oldest'))
    .select(({ fn }) =>
      fn
        .countAll<number>()
        .filterWhere('scans.waiting_since', '<', overdueBefore('review', now))
        .as('overdue'),
    )
    .execute();
  const since = new Date(now - RECENT_MS);
  // Each country has a separate subquery, so that the index finds the country's last submission directly.
  const submissions = await queries
    .selectFrom(
      sql<{ region: RegionId; last: Date | null }>`(
        select part.region, (
          select max(submitted_at) from projects
          where region_id = part.region and submitted_at > ${since}
        ) as last
        from unnest(${[...regions]}::integer[]) as part (region))`.as('submission'),
    )
    .selectAll()
    .execute();
  return regions.map((region) => {
    const count = counts.find((row) => row.region === region);
    const submission = submissions.find((row) => row.region === region);
    return {
      region: regionCodeOf(region),
      waiting: Number(count?.waiting ?? 0),
      overdue: Number(count?.overdue ?? 0),
      oldest_since: count?.oldest?.toISOString() ?? null,
      last_submitted_at: submission?.last?.toISOString() ?? null,
    };
  });
}

/**
 * Lists a page of waiting products, longest waiting first, including those claimed by reviewers. With `overdue`, only
 * those that have waited longer than the target.
 */
export async function listWaiting(
  db: Kysely<Database>,
  operator: Pick<OperatorActor, 'queries' | 'regions'>,
  query: ListQuery & { readonly region?: RegionId | undefined; readonly overdue?: 1 | undefined },
  now: number,
) {
  const list: Parameters<typeof selectPageKeys<'scans'>>[2] = {
    ...waitingList,
    where: (rows) =>
      waitingList
        .where(rows)
        .$if(query.overdue === 1, (rows) =>
          rows.where('scans.waiting_since', '<', overdueBefore('review', now)),
        ),
  };
  const { rows, meta } = await readRegionPage(db, operator, query, list, {
    load: (ids) => Promise.resolve(ids),
    idOf: (id) => id,
  });
  return { ids: rows, meta };
}

/** Describes the reviewer's claims on products. */
export const productClaims = ({ operatorId }: Pick<Reviewer, 'operatorId'>) => ({
  kind: 'scan',
  operatorId,
});

/**
 * Claims the longest-waiting products, except those of the reviewer's own company. Ends the reviewer's claims on
 * skipped products.
 * @returns the ids of the claimed products in order; empty if no product is waiting
 */
export function claimProducts(
  db: Kysely<Database>,
  reviewer: Reviewer,
  skippedIds: readonly string[],
  now: number,
): Promise<readonly string[]> {
  const find = async (trx: Transaction<Database>) => {
    const queries = scopedQueries(trx, reviewer.regions);
    const ownCompany = await findOwnCompany(trx, reviewer.operatorId);
    const isUnclaimedProduct = isUnclaimed(sql.ref('scans.uuid'), productClaims(reviewer), now);
    const list: Parameters<typeof selectPageKeys<'scans'>>[2] = {
      ...waitingList,
      where: (rows) =>
        waitingList
          .where(rows)
          .where(isUnclaimedProduct)
          .$if(ownCompany !== null, (rows) => rows.where('scans.company_id', '<>', ownCompany))
          .where(({ not, eb }) => not(eb('scans.uuid', '=', anyUuid(skippedIds)))),
    };
    const page = selectPageKeys(queries, reviewer.regions, list, {
      cursor: null,
      limit: CLAIMED_RECORDS,
    });
    const { rows } = await page.execute(trx);
    return rows.flatMap(({ keys }) => keys.at(-1) ?? []);
  };
  return claimNext(db, productClaims(reviewer), find, { releasedIds: skippedIds, now });
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
