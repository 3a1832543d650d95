import { type Kysely, sql } from 'kysely';

/** Stores which import added a request, so that the import can be undone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  'alter table lead_requests add column import_uuid uuid',
  `create index lead_requests_import on lead_requests (import_uuid, uuid) where import_uuid is not null`,
];
