import { type Kysely } from 'kysely';
import { type TierCategory } from '#schemas/product-type.ts';
import { type RegionCode } from '#schemas/regions.ts';
import { type TierBracket } from '#schemas/tier.ts';
import { type Database } from '../db/tables.ts';
import { getYearStart } from '../points/points-expiry.ts';

/** Brackets of a country's tier categories, by category. */
export type TierBrackets = ReadonlyMap<
  TierCategory,
  { readonly id: number; readonly brackets: readonly TierBracket[] }
>;

/**
 * Loads the country's brackets for this year (UTC) by category.
 * @param now milliseconds since 1970
 */
export async function loadTierBrackets(
  db: Kysely<Database>,
  region: RegionCode,
  now: number,
): Promise<TierBrackets> {
  const [rows, findBrackets] = await Promise.all([
    db
      .selectFrom('tier_definitions')
      .select(['id', 'tier_category'])
      .where('region', '=', region)
      .orderBy('tier_category')
      .execute(),
    loadYearlyBrackets(db, region),
  ]);
  const year = getYearStart(now).getUTCFullYear();
  return new Map(
    rows.flatMap(({ id, tier_category }) => {
      const brackets = findBrackets(tier_category, year);
      return brackets ? [[tier_category, { id, brackets }] as const] : [];
    }),
  );
}

/** Returns a tier category's brackets in a year (UTC). */
type BracketLookup = (category: TierCategory, year: number) => readonly TierBracket[] | undefined;

/** Loads the country's brackets for all years. */
export async function loadYearlyBrackets(
  db: Kysely<Database>,
  region: RegionCode,
): Promise<BracketLookup> {
  const rows = await db
    .selectFrom('tier_ladders')
    .select(['tier_category', 'from_year', 'brackets'])
    .where('region', '=', region)
    .orderBy('from_year')
    .execute();
  return (category, year) => {
    const row = rows.findLast(
      ({ tier_category, from_year }) => tier_category === category && from_year <= year,
    );
    // The cast is safe, because only write-tier.ts writes the brackets, after validation.
    return row && (row.brackets as TierBracket[]);
  };
}
