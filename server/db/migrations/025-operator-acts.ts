import { type Kysely, sql } from 'kysely';

/** Adds the audit of operator commands: the operator, command, time and reason. `words` are the command's arguments. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table operator_acts (
      uuid uuid primary key,
      at timestamptz not null,
      operator text not null,
      command text not null,
      words text[] not null,
      why text not null,
      outcome text
    )`.execute(db);
  await sql`create index operator_acts_at on operator_acts (at)`.execute(db);
}
