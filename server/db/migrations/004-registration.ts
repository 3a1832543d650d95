import { type Kysely, sql } from 'kysely';

/** Adds registration surveys, and the invitation used to register a company. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table registration_surveys (
    kind text primary key,
    questions jsonb not null
  )`,
  'alter table companies add column invite text',
];
