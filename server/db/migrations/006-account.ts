import { type Kysely, sql } from 'kysely';

/** Adds profile and company data, email verification, and the audit of changes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `alter table companies add column active integer not null default 1`,
  `create unique index companies_registration_number
    on companies (regions_id, registration_number)`,
  `create unique index companies_registration_number_2
    on companies (regions_id, registration_number_2)`,
  `alter table installers
    add column marketing_email_consent boolean not null default false,
    add column marketing_phone_consent boolean not null default false,
    add column fcm text not null default '[]'`,
  `alter table sessions
    add column browser text not null default 'other',
    add column system text not null default 'other'`,
  `create table email_verifications (
    installer_id uuid primary key references installers (id) on delete cascade,
    email text not null,
    code_hash text not null,
    tries integer not null default 0,
    sent_at timestamptz not null,
    expires_at timestamptz not null
  )`,
  `create table account_changes (
    id uuid primary key,
    installer_id uuid not null,
    company_id uuid not null,
    subject text not null,
    fields jsonb not null,
    created_at timestamptz not null
  )`,
  'create index account_changes_company on account_changes (company_id, created_at)',
];
