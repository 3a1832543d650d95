import { type Kysely, sql } from 'kysely';

/** Adds award imports. Stores the lines of each file, so that every line adds points only once and can be undone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table import_award_rows (
    import_uuid uuid not null references imports (uuid) on delete cascade,
    line integer not null,
    company_id uuid not null,
    event text not null,
    points integer not null check (points > 0),
    ledger_uuid uuid unique,
    applied_at timestamptz,
    primary key (import_uuid, line),
    unique (import_uuid, company_id, event)
  )`,
  'create index import_award_rows_of_company on import_award_rows (company_id, applied_at)',
  'create index companies_number on companies (number)',
];
