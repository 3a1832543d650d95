import { type Kysely, sql } from 'kysely';

/** Renames the table that stores removals of unknown scans, so that it has the name used in the code. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  'alter table scan_graves rename to scan_tombstones',
  'alter index scan_graves_pkey rename to scan_tombstones_pkey',
  `alter table scan_tombstones
    rename constraint scan_graves_company_id_fkey to scan_tombstones_company_id_fkey`,
];
