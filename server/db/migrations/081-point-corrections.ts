import { type Kysely, sql } from 'kysely';

/**
 * Records which ledger lines operators added. A correction can be reversed only once, and the limit for approval
 * applies to all of a day's corrections together.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table point_corrections (
    ledger_uuid uuid primary key,
    company_id uuid not null,
    at timestamptz not null,
    points integer not null check (points <> 0),
    reverses uuid unique references point_corrections (ledger_uuid),
    is_approved boolean not null
  )`,
  'create index point_corrections_of_company on point_corrections (company_id, at)',
];
