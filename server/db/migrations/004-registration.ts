import { type Kysely, sql } from 'kysely';

/** What owners are asked when they register, and what invitation brought a company here. */
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
