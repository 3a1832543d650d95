import { type Kysely, sql } from 'kysely';

/** Points credited when a company is verified; existing companies keep their points. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `alter table companies
        add column reserved_points integer not null default 0 check (reserved_points >= 0)`,
    )
    .execute(db);
}
