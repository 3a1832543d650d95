import { type Kysely, sql } from 'kysely';
import { type TierCategory } from '#schemas/product-type.ts';
import { type RegionId } from '#schemas/regions.ts';
import { type Database } from '../db/tables.ts';
import { getYearStart } from '../points/points-expiry.ts';

/** Condition for products that count towards a tier. The queries also restrict the products to certain years (UTC). */
const countedScans = sql`not deleted and flag <> 'rejected'`;

/**
 * Counts the company's products this year by tier category.
 * @param now milliseconds since 1970
 */
export async function countProductsThisYear(
  db: Kysely<Database>,
  companyId: string,
  now: number,
): Promise<Map<TierCategory, number>> {
  const { rows } = await sql<{ tier_category: TierCategory; products: number }>`
    select tier_category, count(*)::bigint as products
    from scans join product_types using (type)
    where company_id = ${companyId} and created_at >= ${getYearStart(now)} and ${countedScans}
    group by tier_category`.execute(db);
  return new Map(rows.map(({ tier_category, products }) => [tier_category, products]));
}

/** Counts products from earlier years, newest year first. */
export async function countProductsOfEarlierYears(
  db: Kysely<Database>,
  companyId: string,
  now: number,
): Promise<{ year: number; tier_category: TierCategory; products: number }[]> {
  const { rows } = await sql<{ year: number; tier_category: TierCategory; products: number }>`
    select extract(year from created_at at time zone 'UTC')::integer as year,
      tier_category, count(*)::bigint as products
    from scans join product_types using (type)
    where company_id = ${companyId} and created_at < ${getYearStart(now)} and ${countedScans}
    group by year, tier_category
    order by year desc, tier_category`.execute(db);
  return rows;
}

/**
 * True if at least one product in a country counts towards a tier category this year.
 * @param now milliseconds since 1970
 */
export async function hasCountedProducts(
  db: Kysely<Database>,
  region: RegionId,
  category: TierCategory,
  now: number,
): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from scans join product_types using (type)
      where region_id = ${region} and tier_category = ${category}
        and created_at >= ${getYearStart(now)} and ${countedScans}
    ) as found`.execute(db);
  return rows[0]?.found ?? false;
}
