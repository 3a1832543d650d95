import { type Kysely, sql } from 'kysely';

/** Adds the reason for rejecting or delaying an order; null if none was given. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table orders add column reason text check (length(reason) <= 500)`.execute(db);
}
