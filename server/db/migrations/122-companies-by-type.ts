import { type Kysely, sql } from 'kysely';

/** Index to find the companies of a company type before it is removed, and the highest type in use. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      'create index companies_by_type on companies (regions_id, company_type) where company_type is not null',
    )
    .execute(db);
}
