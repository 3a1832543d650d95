import { type Kysely, sql } from 'kysely';

/** Adds the queue of push messages. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table push_messages (
    uuid uuid primary key,
    installer_id uuid not null references installers (id) on delete cascade,
    message jsonb not null,
    urgency text not null,
    created_at timestamptz not null,
    tries integer not null default 0,
    due_at timestamptz not null,
    settled jsonb not null default '[]'
  )`,
  'create index push_messages_due on push_messages (due_at)',
];
