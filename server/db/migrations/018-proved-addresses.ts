import { type Kysely, sql } from 'kysely';

/** Adds pending email changes, restorable former addresses, and known devices. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `alter table sessions
    drop column address_hash,
    add column device_hash text,
    add column identifier_hash text`,
  'alter table challenges add column identifier_hash text',
  'alter table email_verifications add column code_length integer not null default 5',
  `create table former_emails (
    id integer generated always as identity primary key,
    installer_id uuid not null references installers (id) on delete cascade,
    email text not null check (email = lower(email)),
    code_hash text not null,
    expires_at timestamptz not null
  )`,
  'create unique index former_emails_code on former_emails (code_hash)',
  'create index former_emails_email on former_emails (email)',
  'create index former_emails_installer on former_emails (installer_id)',
  'create index former_emails_expiry on former_emails (expires_at)',
];
