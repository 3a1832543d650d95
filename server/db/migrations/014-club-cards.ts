import { type Kysely, sql } from 'kysely';

/** Adds club cards for top-ups; the top-ups themselves are orders. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table club_cards (
    serial_number text primary key check (serial_number ~ '^[0-9]{10}$'),
    company_id uuid not null references companies (id),
    status text not null check (status in ('ISSUED', 'ACTIVE', 'BLOCKED', 'EXPIRED', 'CLOSED')),
    registered_at timestamptz,
    created_at timestamptz not null,
    updated_at timestamptz not null
  )`,
  'create index club_cards_company on club_cards (company_id)',
];
