import { type Kysely, sql } from 'kysely';

/**
 * Adds companies, people, sign-in, and the server's own state. `claimed_id` is the user id that a sign-in returned, and
 * `answer` is the stored response.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table server_state (
    key text primary key,
    value text not null
  )`,
  `insert into server_state (key, value) values ('epoch', gen_random_uuid()::text)`,
  `create table companies (
    id uuid primary key,
    number integer generated always as identity,
    name text not null,
    registration_number text,
    registration_number_2 text,
    company_type integer,
    disclaimer_accepted boolean not null default false,
    declaration_accepted boolean not null default false,
    address text not null,
    postal_code text not null,
    city text not null,
    regions_id integer not null,
    survey text,
    is_recommended boolean not null default false,
    accepts_leads boolean not null default false,
    availability boolean not null default false,
    has_edenred_card boolean not null default false,
    edenred_card text,
    crm_customer_id text,
    rev bigint not null default 0,
    created_at timestamptz not null
  )`,
  `create table installers (
    id uuid primary key,
    company_id uuid not null references companies (id),
    name text not null,
    surname text not null,
    email text check (email = lower(email)),
    phone text,
    avatar uuid,
    role integer not null,
    languages_id integer not null,
    active boolean not null default true,
    verified_email_at timestamptz,
    email_consent boolean not null default false,
    phone_consent boolean not null default false,
    options text not null default '{}',
    created_at timestamptz not null
  )`,
  'create unique index installers_email on installers (email)',
  'create unique index installers_phone on installers (phone)',
  'create index installers_company on installers (company_id)',
  `create table challenges (
    id uuid primary key,
    claimed_id uuid not null,
    installer_id uuid references installers (id) on delete cascade,
    code_hash text not null,
    tries integer not null default 0,
    used_at timestamptz,
    created_at timestamptz not null,
    expires_at timestamptz not null
  )`,
  'create index challenges_expiry on challenges (expires_at)',
  `create table sessions (
    id uuid primary key,
    installer_id uuid not null references installers (id) on delete cascade,
    company_id uuid not null,
    address_hash text not null,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    ended_at timestamptz,
    end_reason text
  )`,
  'create index sessions_installer on sessions (installer_id)',
  'create index sessions_expiry on sessions (expires_at)',
  `create table session_tokens (
    id uuid primary key,
    session_id uuid not null references sessions (id) on delete cascade,
    access_hash text not null,
    refresh_hash text not null,
    issued_at timestamptz not null,
    access_expires_at timestamptz not null,
    refresh_expires_at timestamptz not null,
    used_at timestamptz,
    rotated_at timestamptz
  )`,
  'create unique index session_tokens_access on session_tokens (access_hash)',
  'create unique index session_tokens_refresh on session_tokens (refresh_hash)',
  'create index session_tokens_session on session_tokens (session_id)',
  `create table rate_windows (
    key text not null,
    window_start timestamptz not null,
    count integer not null,
    primary key (key, window_start)
  )`,
  'create index rate_windows_start on rate_windows (window_start)',
  `create table idempotency_keys (
    owner uuid not null,
    key text not null,
    call text not null,
    body_hash text not null,
    answer jsonb,
    created_at timestamptz not null,
    primary key (owner, key)
  )`,
  'create index idempotency_keys_created on idempotency_keys (created_at)',
];
