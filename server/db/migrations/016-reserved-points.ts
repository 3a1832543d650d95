import { type Kysely, sql } from 'kysely';

/** Adds points that are credited once a company is verified. Existing companies keep their points. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `alter table companies
        add column reserved_points integer not null default 0 check (reserved_points >= 0)`,
    )
    .execute(db);
}
