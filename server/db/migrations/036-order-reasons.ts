import { type Kysely, sql } from 'kysely';

/** Why an operator has rejected an order, or why it takes longer; null where no reason was given. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table orders add column reason text check (length(reason) <= 500)`.execute(db);
}
