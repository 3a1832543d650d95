import { type Kysely, sql } from 'kysely';

/**
 * Adds an index of scans by product type. When the tier category of a product type is changed, the server checks
 * whether any product of this type has been scanned. Without the index, this check reads the scans of all countries
 * while the product types are locked.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index scans_type on scans (type)`.execute(db);
}
