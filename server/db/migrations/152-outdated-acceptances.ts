import { type Kysely, sql } from 'kysely';

/**
 * Marks acceptances of texts that have changed since they were accepted. The previous server version never sets the
 * mark, so acceptances given there stay valid.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of ['disclaimer', 'declaration'])
    await sql
      .raw(`alter table companies add column ${statement}_outdated boolean not null default false`)
      .execute(db);
}
