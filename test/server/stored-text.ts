import { type Kysely, sql } from 'kysely';
import { type Database } from '#server/db/tables.ts';

/** Finds the tables with a row that contains the text in any column, including binary ones. */
export async function tablesWith(db: Kysely<Database>, text: string): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = current_schema() and table_type = 'BASE TABLE' order by table_name`.execute(
    db,
  );
  const found: string[] = [];
  const hex = Buffer.from(text).toString('hex');
  for (const { name } of tables) {
    const { rows } = await sql<{ found: boolean }>`
      select exists (
        select from ${sql.table(name)} as stored
        where position(${text} in stored::text) > 0 or position(${hex} in stored::text) > 0
      ) as found`.execute(db);
    if (rows[0]?.found === true) found.push(name);
  }
  return found;
}
