import { type Kysely, sql } from 'kysely';

/**
 * The bytes of a file may be kept elsewhere: then its row has the key that they are kept under. No row that is there
 * has to be read for the check, since all of them have their bytes.
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
