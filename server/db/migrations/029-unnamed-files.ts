import { type Kysely, sql } from 'kysely';

/** Stores the keys of files that no row references, because the row hasn't been written yet or was deleted. */
const statements = [
  `create table unnamed_files (
    key text primary key,
    noted_at timestamptz not null,
    given_up boolean not null
  )`,
  'create index unnamed_files_noted_at on unnamed_files (noted_at)',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
