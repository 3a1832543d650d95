import { type Kysely } from 'kysely';
import * as v from 'valibot';
import { regionCode } from '#schemas/regions.ts';
import { tierDefinition } from '#schemas/tier.ts';
import { toJsonb } from '../db/jsonb.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { getYearStart } from '../points/points-expiry.ts';

/** A tier as set by an operator. It has no reset date, because counts always restart with the year. */
const tierInput = v.object({
  region: regionCode,
  ...v.omit(tierDefinition, ['reset_at']).entries,
});
export type TierInput = v.InferOutput<typeof tierInput>;

/**
 * Creates a tier, or replaces its levels from this year on. Earlier years keep their levels.
 * Throws if the tier doesn't match the schema. Throws `conflict` if another country uses the id.
 * @param now milliseconds since 1970
 */
export async function writeTier(
  db: Kysely<Database>,
  tier: TierInput,
  now: number = Date.now(),
): Promise<void> {
  const { region, tier_category } = tier;
  await writeDefinition(db, tier);
  const existingLadder = await db
    .selectFrom('tier_ladders')
    .select('from_year')
    .where('region', '=', region)
    .where('tier_category', '=', tier_category)
    .limit(1)
    .executeTakeFirst();
  const from_year = existingLadder ? getYearStart(now).getUTCFullYear() : 0;
  await writeLadder(db, tier, from_year);
}

/** Creates or replaces a tier, but not its levels by year. Throws the same errors as `writeTier`. */
export async function writeDefinition(db: Kysely<Database>, tier: TierInput): Promise<void> {
  const { id, region, tier_category, brackets } = v.parse(tierInput, tier);
  const row = { region, tier_category, brackets: toJsonb(brackets) };
  const savedTier = await db
    .insertInto('tier_definitions')
    .values({ id, ...row })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet(row).where('tier_definitions.region', '=', region),
    )
    .returning('id')
    .executeTakeFirst();
  if (!savedTier) throw new ApiFailure('conflict', { field: 'id' });
}

/** Sets a category's levels from a given year (UTC) on. They apply until the next year for which levels are set. */
export async function writeLadder(
  db: Kysely<Database>,
  tier: TierInput,
  from_year: number,
): Promise<void> {
  const { region, tier_category, brackets } = v.parse(tierInput, tier);
  const row = { region, tier_category, brackets: toJsonb(brackets) };
  await db
    .insertInto('tier_ladders')
    .values({ ...row, from_year })
    .onConflict((conflict) =>
      conflict
        .columns(['region', 'tier_category', 'from_year'])
        .doUpdateSet({ brackets: row.brackets }),
    )
    .execute();
}
