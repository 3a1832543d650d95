import { type Kysely } from 'kysely';
import { type TierCategory } from '#schemas/product-type.ts';
import { type RegionCode } from '#schemas/regions.ts';
import { type TierBracket } from '#schemas/tier.ts';
import { type Database } from '../db/tables.ts';

/** The levels of each tier category that a country has any of. */
export type TierLadders = ReadonlyMap<
  TierCategory,
  { readonly id: number; readonly brackets: readonly TierBracket[] }
>;

/** The country's tiers, by category. */
export async function loadTierLadders(
  db: Kysely<Database>,
  region: RegionCode,
): Promise<TierLadders> {
  const rows = await db
    .selectFrom('tier_definitions')
    .select(['id', 'tier_category', 'brackets'])
    .where('region', '=', region)
    .orderBy('tier_category')
    .execute();
  return new Map(
    rows.map(({ id, tier_category, brackets }) => [
      tier_category,
      // Written only through write-tier.ts, which checks them.
      { id, brackets: brackets as TierBracket[] },
    ]),
  );
}

/** Finds the levels that a tier category had in a year (UTC). */
export type YearlyLadders = (
  category: TierCategory,
  year: number,
) => readonly TierBracket[] | undefined;

/** Reads the country's levels of every year. */
export async function loadYearlyLadders(
  db: Kysely<Database>,
  region: RegionCode,
): Promise<YearlyLadders> {
  const rows = await db
    .selectFrom('tier_ladders')
    .select(['tier_category', 'from_year', 'brackets'])
    .where('region', '=', region)
    .orderBy('from_year')
    .execute();
  return (category, year) => {
    const found = rows.findLast(
      ({ tier_category, from_year }) => tier_category === category && from_year <= year,
    );
    // Written only through write-tier.ts, which checks them.
    return found && (found.brackets as TierBracket[]);
  };
}
