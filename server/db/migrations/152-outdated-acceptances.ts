import { type Kysely, sql } from 'kysely';

/**
 * Marks acceptances of texts that have changed since. A previous version of the server never sets the marks, so its
 * acceptances stay valid.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of ['disclaimer', 'declaration'])
    await sql
      .raw(`alter table companies add column ${statement}_outdated boolean not null default false`)
      .execute(db);
}
