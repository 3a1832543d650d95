import { sql } from 'kysely';
import { type operatorCalls } from '#schemas/operator/operator-calls.ts';
import { type FailedMessages, MAX_FAILED_GROUPS } from '#schemas/operator/system-calls.ts';
import { type RegionId, regions } from '#schemas/regions.ts';
import { type OperatorHandler, type OperatorHandlers } from '../console/operator-handler.ts';
import { chosenRegions } from '../console/operator-scope.ts';
import { listJobRuns } from './job-runs.ts';
import { readHealth } from './read-health.ts';

interface FailedGroup {
  readonly region_id: RegionId | null;
  readonly kind: FailedMessages['channel'];
  readonly about: string;
  readonly given_up_for: Exclude<FailedMessages['state'], 'pending'> | null;
  readonly failure: string | null;
  readonly count: number;
  readonly first_at: Date;
  readonly last_at: Date;
}

const listFailedMessages: OperatorHandler<typeof operatorCalls.listFailedMessages> = async (
  { query: { region }, operator },
  { db },
) => {
  const ids = chosenRegions(operator, region);
  const canSeeAll = region === undefined && operator.regions.length === regions.length;
  const { rows } = await sql<FailedGroup>`
    select region_id, kind, about, given_up_for, failure, count(*)::integer as count,
      min(coalesce(given_up_at, created_at)) as first_at, max(coalesce(given_up_at, created_at)) as last_at
    from messages
    where (failure is not null or given_up_at is not null)
      and (region_id = any(${ids}::integer[]) ${canSeeAll ? sql`or region_id is null` : sql``})
    group by region_id, kind, about, given_up_for, failure
    order by last_at desc`.execute(db);
  const sum = (groups: readonly FailedGroup[]) =>
    groups.reduce((total, { count }) => total + count, 0);
  const data = rows.slice(0, MAX_FAILED_GROUPS).map((row) => ({
    ...{ region: row.region_id, channel: row.kind, about: row.about, failure: row.failure },
    state: row.given_up_for ?? ('pending' as const),
    ...{
      count: row.count,
      first_at: row.first_at.toISOString(),
      last_at: row.last_at.toISOString(),
    },
  }));
  return {
    data,
    failed: sum(rows.filter(({ given_up_for: reason }) => reason !== null)),
    pending: sum(rows.filter(({ given_up_for: reason }) => reason === null)),
  };
};

const listJobs: OperatorHandler<typeof operatorCalls.listJobs> = async (_input, { db, clock }) => ({
  data: await listJobRuns(db, clock.now()),
});

/** Failed messages, jobs and the server's health in the console. */
export const operatorSystemHandlers = {
  listFailedMessages,
  listJobs,
  readHealth,
} satisfies Partial<OperatorHandlers>;
