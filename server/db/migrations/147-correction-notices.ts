import { type Kysely, sql } from 'kysely';

/**
 * Stores when the company will be notified of a points correction; null if the notification has been sent or none is
 * due. The previous server version doesn't set a time, so companies aren't notified of corrections made by that
 * version.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  'alter table point_corrections add column notify_at timestamptz',
  'create index point_corrections_notify on point_corrections (notify_at, company_id) where notify_at is not null',
];
