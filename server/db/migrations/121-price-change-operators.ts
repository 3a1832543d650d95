import { type Kysely, sql } from 'kysely';

/** Records which operator changed a price. One operator's many small changes together require approval. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // Null for changes by the previous version, which are deleted after a day.
  'alter table price_changes add column operator_id uuid',
  'create index price_changes_of_operator on price_changes (operator_id, at) where not is_approved',
  'create index price_changes_at on price_changes (at)',
];
