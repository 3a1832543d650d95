import { type Kysely, sql } from 'kysely';

/**
 * Allows a file's bytes to be in another store, under the key in its row. `not valid` skips checking existing rows,
 * which all have their bytes.
 */
const statements = ['photos', 'order_files'].flatMap((table) => [
  `alter table ${table} alter column content drop not null`,
  `alter table ${table} add column stored_as text`,
  `alter table ${table} add constraint ${table}_content
    check ((content is null) <> (stored_as is null)) not valid`,
]);

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
