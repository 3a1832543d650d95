import { type Kysely, sql } from 'kysely';

/** Adds one queue for emails, text messages and push messages; replaces the push queue. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table messages (
    uuid uuid primary key,
    kind text not null check (kind in ('email', 'sms', 'push')),
    is_urgent boolean not null,
    about text not null,
    recipient text,
    language text,
    installer_id uuid references installers (id) on delete cascade,
    content jsonb,
    sealed text,
    created_at timestamptz not null,
    due_at timestamptz not null,
    expires_at timestamptz not null,
    tries integer not null default 0,
    settled jsonb not null default '[]',
    failure text,
    given_up_at timestamptz,
    given_up_for text
  )`,
  'create index messages_due on messages (kind, is_urgent, due_at) where given_up_at is null',
  'create index messages_failing on messages (kind) where failure is not null',
  'create index messages_given_up on messages (given_up_at) where given_up_at is not null',
  'create index messages_installer on messages (installer_id) where installer_id is not null',
  `create table message_attachments (
    message_uuid uuid not null references messages (uuid) on delete cascade,
    place integer not null,
    name text not null,
    media_type text not null,
    content bytea not null,
    primary key (message_uuid, place)
  )`,
  /*
   * During a rolling update, a process of the previous build still writes to the old table. A trigger therefore inserts
   * these rows into the new table instead. A later migration drops the old table.
   */
  `create function lead_push_to_messages() returns trigger language plpgsql as $$
  begin
    insert into messages
      (uuid, kind, is_urgent, about, installer_id, content, created_at, due_at, expires_at, tries, settled)
    values
      (new.uuid, 'push', false, 'push', new.installer_id,
       jsonb_build_object('message', new.message, 'urgency', new.urgency),
       new.created_at, new.due_at, new.created_at + interval '1 day', new.tries, new.settled);
    return null;
  end $$`,
  `create trigger push_messages_led before insert on push_messages
    for each row execute function lead_push_to_messages()`,
  `insert into messages
    (uuid, kind, is_urgent, about, installer_id, content, created_at, due_at, expires_at, tries, settled)
    select uuid, 'push', false, 'push', installer_id,
      jsonb_build_object('message', message, 'urgency', urgency),
      created_at, due_at, created_at + interval '1 day', tries, settled
    from push_messages`,
  'delete from push_messages',
];
