import { type Kysely, sql } from 'kysely';

/**
 * Stores the operator whose limits an import counts against. The operator stays the same if someone else continues the
 * import.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  'alter table imports add column started_by uuid, add column applied_for uuid',
  `update imports set started_by = run_by,
    applied_for = case when phase = 'applying' and not is_approved then run_by end
    where phase is not null`,
];
