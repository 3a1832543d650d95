import { type Kysely, sql } from 'kysely';

/**
 * Stores whether a second person has approved a bulk job. Waiting price changes of other jobs count toward the number
 * that an operator may change in a day alone.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table bulk_jobs add column is_approved boolean not null default false`.execute(
    db,
  );
}
