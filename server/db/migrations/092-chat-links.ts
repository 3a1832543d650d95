import { type Kysely, sql } from 'kysely';

/** Stores which of a company's records operators have linked to its chats. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table chat_links (
    chat_uuid uuid not null references support_chats (uuid) on delete cascade,
    kind text not null check (kind in ('orders', 'products', 'projects')),
    record_id uuid not null,
    operator_id uuid not null references operators (id),
    created_at timestamptz not null,
    primary key (chat_uuid, kind, record_id)
  )`.execute(db);
}
