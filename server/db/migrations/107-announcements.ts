import { type Kysely, sql } from 'kysely';

/**
 * Adds announcements to a country's installers, and the recipients of each announcement. A unique index ensures that a
 * person gets an announcement only once.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table announcements (
    uuid uuid primary key,
    region_id integer not null,
    state text not null default 'draft'
      check (state in ('draft', 'held', 'sending', 'sent', 'stopped', 'discarded')),
    texts jsonb not null,
    audience jsonb,
    rev bigint not null default 1,
    people integer not null default 0,
    notified integer not null default 0,
    skipped integer not null default 0,
    created_at timestamptz not null,
    created_by uuid not null references operators (id),
    updated_at timestamptz not null,
    sent_by uuid references operators (id),
    due_at timestamptz,
    finished_at timestamptz
  )`,
  `create index announcements_region on announcements (region_id, created_at, uuid) where state <> 'discarded'`,
  `create index announcements_due on announcements (due_at) where state in ('held', 'sending')`,
  `create table announcement_recipients (
    announcement uuid not null references announcements (uuid),
    installer_id uuid not null references installers (id) on delete cascade,
    company_id uuid not null,
    state text not null default 'pending' check (state in ('pending', 'sent', 'skipped')),
    primary key (announcement, installer_id)
  )`,
  `create index announcement_recipients_pending on announcement_recipients (announcement, company_id, installer_id)
    where state = 'pending'`,
  'create index announcement_recipients_person on announcement_recipients (installer_id)',
  'alter table notifications add column announcement_id uuid references announcements (uuid)',
  `create unique index notifications_announcement on notifications (announcement_id, user_id)
    where announcement_id is not null`,
  `create index notifications_announcement_read on notifications (announcement_id)
    where announcement_id is not null and mark = 'read'`,
];
