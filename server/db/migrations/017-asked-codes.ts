import { type Kysely, sql } from 'kysely';

/** Adds serial numbers that companies have looked up, and lots whose scans are reviewed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

/** The tables have no foreign keys, because a lookup would otherwise wait for writers that hold the company's lock. */
const statements = [
  `create table asked_codes (
    company_id uuid not null,
    code text not null,
    lot text not null,
    number integer not null,
    available boolean not null,
    asked_at timestamptz not null,
    primary key (company_id, code)
  )`,
  'create index asked_codes_lot on asked_codes (company_id, lot, number)',
  'create index asked_codes_age on asked_codes (asked_at)',
  `create table held_lots (
    company_id uuid not null,
    lot text not null,
    asked integer not null,
    unavailable integer not null,
    held_at timestamptz not null,
    released_at timestamptz,
    primary key (company_id, lot)
  )`,
];
