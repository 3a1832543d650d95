import { type Kysely, sql } from 'kysely';
import { type RegionId, regions } from '#schemas/regions.ts';
import { type Database } from '../db/tables.ts';

/** Lists the countries that have companies. Elsewhere, operators prepare the setup without a second person. */
export async function listOpenCountries(db: Kysely<Database>): Promise<RegionId[]> {
  const { rows } = await sql<{ id: RegionId }>`
    select id from unnest(${regions.map(({ id }) => id)}::integer[]) as country (id)
    where exists (select from companies where regions_id = country.id)
    order by id`.execute(db);
  return rows.map(({ id }) => id);
}

/** True if the country has companies. */
export async function isOpenCountry(db: Kysely<Database>, region: RegionId): Promise<boolean> {
  const company = await db
    .selectFrom('companies')
    .select('id')
    .where('regions_id', '=', region)
    .limit(1)
    .executeTakeFirst();
  return company !== undefined;
}
