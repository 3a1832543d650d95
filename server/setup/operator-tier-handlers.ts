import { type Kysely, sql, type Transaction } from 'kysely';
import { type operatorCalls } from '#schemas/operator/operator-calls.ts';
import { YEAR_STARTED } from '#schemas/operator/tier-calls.ts';
import { type TierCategory } from '#schemas/product-type.ts';
import { type RegionCode, type RegionId, regionCodeOf } from '#schemas/regions.ts';
import { type TierBracket } from '#schemas/tier.ts';
import { type ApprovableAction, hasSecondPerson, requestApproval } from '../console/approvals.ts';
import {
  type AuditedChange,
  type OperatorHandler,
  type OperatorHandlers,
} from '../console/operator-handler.ts';
import { requireRegion } from '../console/operator-scope.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { getNextYearStart } from '../points/points-expiry.ts';
import { writeLadder } from '../tiers/write-tier.ts';
import { type TierLevels } from './setup-schema.ts';
import { toTier } from './tier-brackets.ts';

/** A request for new levels, which a second person may have to approve. */
interface LadderRequest extends TierLevels {
  readonly regions: readonly RegionId[];
  /** First day of the year in which the levels start. */
  readonly starts_on: string;
}

const nextYear = (now: number) => getNextYearStart(now).getUTCFullYear();
const levelsOf = (brackets: unknown) =>
  // The cast is safe, because only write-tier.ts writes the brackets, after validation.
  (brackets as readonly TierBracket[]).map(({ from, points }) => ({ from, points }));

const listTierLadders: OperatorHandler<typeof operatorCalls.listTierLadders> = async (
  { query: { region }, operator },
  { db, clock },
) => {
  requireRegion(operator, region);
  const next = nextYear(clock.now());
  const rows = await db
    .selectFrom('tier_ladders')
    .selectAll()
    .where('region', '=', regionCodeOf(region))
    .orderBy('tier_category')
    .orderBy('from_year')
    .execute();
  const data = await Promise.all(
    [...Map.groupBy(rows, (row) => row.tier_category)].map(async ([tier_category, ladders]) => ({
      tier_category,
      ladders: ladders.map(({ from_year, brackets }) => ({
        from_year,
        levels: levelsOf(brackets),
      })),
      next_version: String(await versionOf(db, regionCodeOf(region), tier_category, next)),
    })),
  );
  return { year: next - 1, data };
};

/** Returns a number that changes whenever the levels up to a year change; null if the category has no levels. */
async function versionOf(
  db: Kysely<Database>,
  region: RegionCode,
  category: TierCategory,
  year: number,
): Promise<number | null> {
  const { rows } = await sql<{ version: number }>`
    select ('x' || substr(md5(brackets::text), 1, 7))::bit(28)::integer as version from tier_ladders
    where region = ${region} and tier_category = ${category} and from_year <= ${year}
    order by from_year desc limit 1`.execute(db);
  return rows[0]?.version ?? null;
}

/** Locks a category's levels, to serialise changes. */
async function lockTier(trx: Transaction<Database>, region: RegionCode, category: TierCategory) {
  await trx
    .selectFrom('tier_definitions')
    .select('id')
    .where('region', '=', region)
    .where('tier_category', '=', category)
    .forUpdate()
    .execute();
}

const changeTierLadder: OperatorHandler<typeof operatorCalls.changeTierLadder> = async (
  { body, operator, audit, runAction },
  { clock },
) => {
  const { region, tier_category, levels, why } = body;
  requireRegion(operator, region);
  const now = clock.now();
  if (body.year !== nextYear(now))
    throw new ApiFailure('invalid_input', { details: { reason: YEAR_STARTED } });
  return runAction(async (trx) => {
    const code = regionCodeOf(region);
    await lockTier(trx, code, tier_category);
    const version = await versionOf(trx, code, tier_category, body.year);
    if (version === null || String(version) !== body.next_version) throw new ApiFailure('conflict');
    const regions = [region];
    const starts_on = `${body.year}-01-01`;
    const request: LadderRequest = { regions, tier_category, starts_on, levels };
    const requestedBy = operator.operatorId;
    if (!(await hasSecondPerson(trx, { right: laddersApproval.right, regions, requestedBy }))) {
      await writeRequested(trx, request, now, audit);
      return { approval: null };
    }
    const approval = await requestApproval(trx, now, {
      ...{ act: 'changeTierLadder', body: request, why, regions, requestedBy },
      record: { kind: 'tier', id: `${code}-${tier_category}`, rev: version },
    });
    const after = { tier_category, starts_on };
    audit({ kind: 'approval', id: approval, region, before: null, after });
    return { approval };
  });
};

/** @throws ApiFailure `conflict` if the year has started in the meantime */
async function writeRequested(
  trx: Transaction<Database>,
  { regions, tier_category, starts_on, levels }: LadderRequest,
  now: number,
  audit: (change: AuditedChange) => void,
): Promise<void> {
  const year = nextYear(now);
  if (starts_on !== `${year}-01-01`) throw new ApiFailure('conflict');
  for (const region of regions) {
    const code = regionCodeOf(region);
    const before = await trx
      .selectFrom('tier_ladders')
      .select('brackets')
      .where('region', '=', code)
      .where('tier_category', '=', tier_category)
      .where('from_year', '<=', year)
      .orderBy('from_year', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    await writeLadder(trx, toTier(code, { tier_category, levels }), year);
    audit({
      ...{ kind: 'tier', id: `${code}-${tier_category}`, region },
      before: { levels: levelsOf(before.brackets) },
      after: { levels, starts_on },
    });
  }
}

/** Approval of the next year's levels. It becomes void if they change, or the year starts, in the meantime. */
export const laddersApproval: ApprovableAction = {
  right: 'settings.edit',
  readRev: async (trx, _id, body, now) => {
    // Written by `requestApproval` with the same type.
    const { regions, tier_category, starts_on } = body as LadderRequest;
    const [region] = regions;
    if (region === undefined || starts_on !== `${nextYear(now)}-01-01`) return null;
    const code = regionCodeOf(region);
    await lockTier(trx, code, tier_category);
    return versionOf(trx, code, tier_category, Number(starts_on.slice(0, 4)));
  },
  regionsOf: (body) => (body as LadderRequest).regions,
  run: (trx, { body, services, audit }) =>
    writeRequested(trx, body as LadderRequest, services.clock.now(), audit),
};

/** A tier category's levels by year. */
export const operatorTierHandlers = {
  listTierLadders,
  changeTierLadder,
} satisfies Partial<OperatorHandlers>;
