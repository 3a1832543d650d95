import { type Kysely, sql } from 'kysely';

/**
 * Adds the summed columns to the index of a country's ledger. Before, reports had to read each line's row to sum the
 * lines of a day.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index ledger_region`.execute(db);
  await sql`create index ledger_region on ledger (region_id, created_at, uuid) include (event, variation, points)`.execute(
    db,
  );
}
