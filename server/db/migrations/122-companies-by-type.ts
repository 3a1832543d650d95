import { type Kysely, sql } from 'kysely';

/** Adds an index that finds the companies of a type before the type is removed, and the highest type in use. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      'create index companies_by_type on companies (regions_id, company_type) where company_type is not null',
    )
    .execute(db);
}
