import { type Kysely, sql } from 'kysely';

/**
 * Adds the summed columns to the keys of the daily sums. A report read the rows of its sums from half of the table's
 * pages, because each page has the rows of one day.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await coverKey(db, 'report_days', 'region_id, figure, day', 'records, points');
  await coverKey(db, 'ledger_days', 'region_id, day, event, variation, campaign', 'lines, points');
}

async function coverKey(db: Kysely<unknown>, table: string, keys: string, sums: string) {
  const statements = [
    `create unique index ${table}_covered on ${table} (${keys}) include (${sums})`,
    `alter table ${table} drop constraint ${table}_pkey`,
    `alter table ${table} add constraint ${table}_pkey primary key using index ${table}_covered`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
