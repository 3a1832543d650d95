import { type Kysely, sql } from 'kysely';

/** Adds vendors' numbers for orders or parcels. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table order_references (
    order_uuid uuid primary key,
    reference text not null
  )`.execute(db);
}
