import { type Kysely, sql } from 'kysely';

/** Adds chats with support. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table support_chats (
    uuid uuid primary key,
    company_id uuid not null references companies (id),
    rev bigint not null,
    op_id uuid not null,
    deleted boolean not null default false,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    user_id uuid not null references installers (id) on delete cascade,
    title text not null,
    status smallint not null check (status in (1, 2, 3)),
    info jsonb not null
  )`,
  'create unique index support_chats_change on support_chats (company_id, rev)',
  'create index support_chats_pull on support_chats (user_id, rev)',
  `create table support_messages (
    uuid uuid primary key,
    chat_uuid uuid not null references support_chats (uuid) on delete cascade,
    sender text not null check (sender in ('installer', 'admin')),
    message text not null,
    created_at timestamptz not null
  )`,
  'create unique index support_messages_order on support_messages (chat_uuid, created_at)',
];
