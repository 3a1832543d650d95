import { type Kysely, sql } from 'kysely';

/** Remembers which import has added a request, for taking it back. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  'alter table lead_requests add column import_uuid uuid',
  `create index lead_requests_import on lead_requests (import_uuid, uuid) where import_uuid is not null`,
];
