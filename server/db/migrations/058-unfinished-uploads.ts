import { type Kysely, sql } from 'kysely';

/** Stores when each attachment part arrived. Stalled uploads no longer count towards limits and can be removed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  'alter table attachment_parts add column received_at timestamptz not null default now()',
  'create index attachment_parts_received on attachment_parts (received_at)',
  'drop index attachments_list',
  // Used bytes are summed from this index alone.
  `create index attachments_list on attachments (company_id, created_at desc, uuid)
    include (bytes, has_content) where not deleted`,
];
