import { type Kysely, sql, type Transaction } from 'kysely';
import { type operatorCalls } from '#schemas/operator/operator-calls.ts';
import { PRODUCTS_COUNTED, YEAR_STARTED } from '#schemas/operator/tier-calls.ts';
import { type TierCategory } from '#schemas/product-type.ts';
import { type RegionCode, type RegionId, regionCodeOf, regionIdOf } from '#schemas/regions.ts';
import { type TierBracket } from '#schemas/tier.ts';
import { type ApprovableAction, runOrRequestApproval } from '../console/approvals.ts';
import { type OperatorHandler, type OperatorHandlers } from '../console/operator-handler.ts';
import { isOpenCountry } from '../configuration/open-countries.ts';
import { requireRegion } from '../console/operator-scope.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { getNextYearStart } from '../points/points-expiry.ts';
import { hasCountedProducts } from '../tiers/product-counts.ts';
import { writeDefinition, writeLadder } from '../tiers/write-tier.ts';
import { type TierLevels } from './setup-schema.ts';
import { toTier } from './tier-brackets.ts';

/** A request for new levels, which a second person may have to approve. */
interface LadderRequest extends TierLevels {
  readonly regions: readonly RegionId[];
  /** First day of the year in which the levels start. */
  readonly starts_on: string;
}

/** Version of a category without levels. */
const NO_LEVELS = -1;

const getNextYear = (now: number) => getNextYearStart(now).getUTCFullYear();
const toLevels = (brackets: unknown) =>
  // The cast is safe, because only write-tier.ts writes the brackets, after validation.
  (brackets as readonly TierBracket[]).map(({ from, points }) => ({ from, points }));

const listTierLadders: OperatorHandler<typeof operatorCalls.listTierLadders> = async (
  { query: { region }, operator },
  { db, clock },
) => {
  requireRegion(operator, region);
  const year = getNextYear(clock.now());
  const rows = await db
    .selectFrom('tier_ladders')
    .selectAll()
    .where('region', '=', regionCodeOf(region))
    .orderBy('tier_category')
    .orderBy('from_year')
    .execute();
  const code = regionCodeOf(region);
  const now = clock.now();
  const data = await Promise.all(
    [...Map.groupBy(rows, (row) => row.tier_category)].map(async ([tier_category, ladders]) => ({
      tier_category,
      is_correctable:
        (await findYearProblem(db, code, { tier_category, year: year - 1, now })) === null,
      ladders: ladders.map(({ from_year, brackets }) => ({
        from_year,
        levels: toLevels(brackets),
      })),
      next_version: String(await computeVersion(db, code, tier_category, year)),
    })),
  );
  return { year: year - 1, data };
};

/** Returns a number that changes whenever the levels up to a year change; null if the category has no levels. */
async function computeVersion(
  db: Kysely<Database>,
  region: RegionCode,
  category: TierCategory,
  year: number,
): Promise<number | null> {
  const { rows } = await sql<{ version: number | null }>`
    select ('x' || substr(md5(string_agg(from_year || ' ' || brackets, ' ' order by from_year)), 1, 7))::bit(28)::integer
      as version from tier_ladders
    where region = ${region} and tier_category = ${category} and from_year <= ${year}`.execute(db);
  return rows[0]?.version ?? null;
}

/** Serialises all changes of levels, including the first levels of a category, which have no row to lock yet. */
async function lockTiers(trx: Transaction<Database>): Promise<void> {
  await sql`lock table tier_definitions in share row exclusive mode`.execute(trx);
}

/**
 * Returns the reason why levels can't start in a year; null if they can. Levels can start next year, or this year if
 * there are no levels from earlier years and no products have been counted. This way, mistyped first levels can be
 * corrected until a product counts.
 */
async function findYearProblem(
  db: Kysely<Database>,
  region: RegionCode,
  { tier_category, year, now }: { tier_category: TierCategory; year: number; now: number },
): Promise<string | null> {
  const next = getNextYear(now);
  if (year === next) return null;
  const isFirst =
    year === next - 1 && (await computeVersion(db, region, tier_category, year - 1)) === null;
  if (!isFirst) return YEAR_STARTED;
  const hasProducts = await hasCountedProducts(db, regionIdOf(region), tier_category, now);
  return hasProducts ? PRODUCTS_COUNTED : null;
}

const changeTierLadder: OperatorHandler<typeof operatorCalls.changeTierLadder> = async (
  { body, operator, audit, runAction },
  services,
) => {
  const { region, tier_category, year, levels, why } = body;
  requireRegion(operator, region);
  const now = services.clock.now();
  return runAction(async (trx) => {
    const code = regionCodeOf(region);
    await lockTiers(trx);
    const problem = await findYearProblem(trx, code, { tier_category, year, now });
    if (problem !== null) throw new ApiFailure('invalid_input', { details: { reason: problem } });
    const version = await computeVersion(trx, code, tier_category, getNextYear(now));
    if ((version === null ? null : String(version)) !== body.next_version)
      throw new ApiFailure('conflict');
    // Levels for next year need a second person even before companies register. Otherwise, levels planned by one person
    // could start after companies have registered.
    const isPreparation = year !== getNextYear(now) && !(await isOpenCountry(trx, region));
    const starts_on = `${year}-01-01`;
    const { approval } = await runOrRequestApproval(
      trx,
      laddersApproval,
      {
        ...{ act: 'changeTierLadder', record: { kind: 'tier', id: `${code}-${tier_category}` } },
        body: { regions: [region], tier_category, starts_on, levels },
        approval: isPreparation ? 'none' : 'if_possible',
        summary: { tier_category, starts_on },
      },
      { operator, why, audit, services },
    );
    return { approval };
  });
};

const getYear = ({ starts_on }: LadderRequest) => Number(starts_on.slice(0, 4));

/**
 * Approval of new levels. The approval becomes void if the category's levels change in the meantime, or if the new
 * levels can no longer start in their year.
 */
export const laddersApproval: ApprovableAction<LadderRequest> = {
  right: 'settings.edit',
  readRev: async (trx, _id, request, now) => {
    const [region] = request.regions;
    if (region === undefined) return null;
    const code = regionCodeOf(region);
    const { tier_category } = request;
    await lockTiers(trx);
    const year = getYear(request);
    if ((await findYearProblem(trx, code, { tier_category, year, now })) !== null) return null;
    return (await computeVersion(trx, code, tier_category, getNextYear(now))) ?? NO_LEVELS;
  },
  regionsOf: ({ regions }) => regions,
  run: async (trx, { body, audit }) => {
    const { regions, tier_category, starts_on, levels } = body;
    const year = getYear(body);
    for (const region of regions) {
      const code = regionCodeOf(region);
      const before = await trx
        .selectFrom('tier_ladders')
        .select(['brackets', 'from_year'])
        .where('region', '=', code)
        .where('tier_category', '=', tier_category)
        .where('from_year', '<=', year)
        .orderBy('from_year', 'desc')
        .limit(1)
        .executeTakeFirst();
      const tier = toTier(code, { tier_category, levels });
      // The definition is written for the first levels of the category, or for a correction of levels in the same year.
      if (before === undefined || before.from_year === year) await writeDefinition(trx, tier);
      await writeLadder(trx, tier, year);
      audit({
        ...{ kind: 'tier', id: `${code}-${tier_category}`, region },
        before: before ? { levels: toLevels(before.brackets) } : null,
        after: { levels, starts_on },
      });
    }
  },
};

/** A tier category's levels by year. */
export const operatorTierHandlers = {
  listTierLadders,
  changeTierLadder,
} satisfies Partial<OperatorHandlers>;
