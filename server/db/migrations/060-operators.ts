import { type Kysely, sql } from 'kysely';

/** Adds operators of the console: grants, codes, passkeys, sessions, the audit, and approvals by a second person. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table operators (
    id uuid primary key,
    email text not null unique,
    name text not null,
    language text not null check (language in ('en', 'pl')),
    active boolean not null default true,
    rev integer not null default 1,
    created_at timestamptz not null,
    signed_in_at timestamptz
  )`,
  `create table operator_grants (
    operator_id uuid not null references operators (id),
    role text not null,
    region_id integer not null,
    primary key (operator_id, role, region_id)
  )`,
  // The key is the hash of an address, known or not, so that requests for unknown addresses do the same work.
  `create table operator_codes (
    email_hash text not null,
    kind text not null check (kind in ('sign_in', 'invitation')),
    code_hash text not null,
    tries integer not null default 0,
    expires_at timestamptz not null,
    primary key (email_hash, kind)
  )`,
  `create table operator_passkeys (
    id text primary key,
    operator_id uuid not null references operators (id),
    public_key bytea not null,
    counter bigint not null,
    transports text[] not null,
    created_at timestamptz not null,
    used_at timestamptz not null
  )`,
  'create index operator_passkeys_operator on operator_passkeys (operator_id)',
  `create table operator_challenges (
    challenge text primary key,
    session_id uuid,
    purpose text not null check (purpose in ('register', 'sign_in')),
    expires_at timestamptz not null
  )`,
  `create table operator_sessions (
    id uuid primary key,
    operator_id uuid not null references operators (id),
    token_hash text not null unique,
    strength text not null check (strength in ('weak', 'passkey')),
    passkey_used_at timestamptz,
    created_at timestamptz not null,
    used_at timestamptz not null,
    expires_at timestamptz not null,
    ended_at timestamptz
  )`,
  'create index operator_sessions_operator on operator_sessions (operator_id) where ended_at is null',
  'create index operator_sessions_expiry on operator_sessions (expires_at)',
  `create table operator_audit (
    id bigint generated always as identity primary key,
    at timestamptz not null,
    kind text not null check (kind in ('act', 'read', 'sign_in', 'change', 'outcome')),
    act text not null,
    of_id bigint references operator_audit (id),
    operator_id uuid references operators (id),
    session_id uuid,
    region_id integer,
    record_kind text,
    record_id text,
    before jsonb,
    after jsonb,
    why_hash text,
    outcome text
  )`,
  'create index operator_audit_record on operator_audit (record_id, id) where record_id is not null',
  `create index operator_audit_operator on operator_audit (operator_id, id) where of_id is null`,
  'create index operator_audit_of on operator_audit (of_id) where of_id is not null',
  `create index operator_audit_at on operator_audit (at)`,
  // Reasons are free text: an erasure may remove a name from them, but the hash of the original stays.
  `create table operator_reasons (
    audit_id bigint primary key references operator_audit (id),
    why text not null
  )`,
  `create table operator_audit_chain (
    until_id bigint primary key,
    from_id bigint not null unique,
    rows integer not null,
    hash text not null,
    at timestamptz not null
  )`,
  `create function keep_operator_audit() returns trigger language plpgsql as $$
  begin
    raise exception 'The audit can''t be changed.' using errcode = 'restrict_violation';
  end $$`,
  ...['operator_audit', 'operator_audit_chain'].flatMap((table) => [
    `create trigger ${table}_kept before update or delete on ${table}
      for each row execute function keep_operator_audit()`,
    `create trigger ${table}_kept_whole before truncate on ${table}
      for each statement execute function keep_operator_audit()`,
  ]),
  `create table operator_approvals (
    uuid uuid primary key,
    act text not null,
    body jsonb not null,
    why text not null,
    region_id integer,
    record_kind text not null,
    record_id text not null,
    record_rev integer not null,
    requested_by uuid not null references operators (id),
    requested_at timestamptz not null,
    state text not null default 'open' check (state in ('open', 'approved', 'rejected', 'void')),
    decided_by uuid references operators (id),
    decided_at timestamptz,
    check (decided_by is distinct from requested_by)
  )`,
  `create index operator_approvals_open on operator_approvals (requested_at) where state = 'open'`,
];
