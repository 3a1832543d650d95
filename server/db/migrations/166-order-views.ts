import { type Kysely, sql } from 'kysely';

/**
 * Adds indexes for the order views of a state and a kind. A kind has several types, so the list merges the first rows
 * of each type.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create index orders_by_state_and_type on orders (region_id, status, type, created_at, uuid) where not deleted`,
  `create index orders_open_by_type on orders (region_id, type, created_at, uuid)
    where status in (1, 2, 5) and not deleted`,
];
