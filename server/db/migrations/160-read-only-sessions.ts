import { type Kysely, sql } from 'kysely';

/**
 * Adds sessions in which operators view the app as another person without changing anything, and the tokens for these
 * sessions.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['faker_tokens', 'sessions'])
    await sql
      .raw(`alter table ${table} add column is_read_only boolean not null default false`)
      .execute(db);
}
