import { type Kysely, sql } from 'kysely';

/**
 * Adds combined statistics of the audit's country and kind columns. Sign-ins have no country, but PostgreSQL expected
 * many in each country and read the whole audit to find them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create statistics operator_audit_kinds (mcv) on region_id, kind from operator_audit`.execute(
    db,
  );
  await sql`analyze operator_audit (region_id, kind)`.execute(db);
}
