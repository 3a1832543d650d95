import { type Kysely, sql } from 'kysely';

/** Adds invitations to surveys. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table survey_invitations (
    uuid uuid primary key,
    company_id uuid not null references companies (id),
    rev bigint not null,
    op_id uuid not null,
    deleted boolean not null default false,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    user_id uuid not null references installers (id) on delete cascade,
    interacted_at text,
    delayed_to text,
    survey_configuration jsonb not null
  )`,
  'create unique index survey_invitations_change on survey_invitations (company_id, rev)',
  'create index survey_invitations_pull on survey_invitations (user_id, rev)',
];
