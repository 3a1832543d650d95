import { type Kysely, sql } from 'kysely';

/** Stores which import added a voucher code, so that the import can be undone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  'alter table voucher_codes add column import_uuid uuid',
  `create index voucher_codes_import on voucher_codes (import_uuid, number) where import_uuid is not null`,
];
