import { type Kysely, sql } from 'kysely';

/** Adds leads, their edits, and notifications. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

/** Columns of every replicated table; pulls use (company_id, rev). */
const replicated = `
    uuid uuid primary key,
    company_id uuid not null references companies (id),
    rev bigint not null,
    op_id uuid not null,
    deleted boolean not null default false,
    created_at timestamptz not null,
    updated_at timestamptz not null`;

const statements = [
  `alter table region_settings add column lead_survey jsonb not null default '[]'`,
  `alter table projects add column lead jsonb`,

  `create table leads (${replicated},
    status text not null,
    expires_on timestamptz,
    customer_info jsonb not null,
    mobile text not null,
    mobile_phone text not null,
    email text not null,
    windows integer,
    products jsonb not null,
    extras jsonb not null,
    notes text not null,
    -- Text, because both drivers would convert a date into a time in some time zone.
    installation_day text,
    reasons jsonb not null default '[]',
    project_id uuid references projects (uuid),
    moved_by text not null,
    mover_id uuid references installers (id) on delete set null,
    moved_at timestamptz not null
  )`,
  'create unique index leads_change on leads (company_id, rev)',
  'create index leads_list on leads (company_id, created_at desc, uuid) where not deleted',
  'create unique index leads_project on leads (project_id) where project_id is not null',
  `create index leads_expiry on leads (expires_on)
    where expires_on is not null and not deleted`,

  // Every applied edit, to detect repeated edits and to compare later ones with them.
  `create table lead_edits (
    lead_uuid uuid not null references leads (uuid) on delete cascade,
    op_id uuid not null,
    rev bigint not null,
    parts jsonb not null,
    created_at timestamptz not null,
    primary key (lead_uuid, op_id)
  )`,

  `create table notifications (${replicated},
    user_id uuid not null references installers (id) on delete cascade,
    title text not null,
    text text not null,
    type text not null,
    mark text not null default 'unread',
    event text not null,
    meta jsonb not null
  )`,
  'create unique index notifications_change on notifications (company_id, rev)',
  'create index notifications_pull on notifications (user_id, rev)',
  'create index notifications_list on notifications (user_id, created_at desc, uuid) where not deleted',
];
