import { type Kysely, sql } from 'kysely';

/**
 * Time at which a correction of points is announced to the company; null if it was announced or isn't. A previous version
 * of the server sets none, so its corrections aren't announced, as before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  'alter table point_corrections add column notify_at timestamptz',
  'create index point_corrections_notify on point_corrections (notify_at, company_id) where notify_at is not null',
];
