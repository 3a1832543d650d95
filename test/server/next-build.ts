import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A migration that only adds, as `docs/upgrade.md` requires: a table, a nullable column and an index. */
const MIGRATION = `
import { type Kysely, sql } from 'kysely';
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql\`create table next_notes (id uuid primary key, note text)\`.execute(db);
  await sql\`alter table projects add column next_note text\`.execute(db);
  await sql\`create index projects_next_note on projects (next_note)\`.execute(db);
}
`;

/** Turns a copy of the server into the next build: it has one more migration, `999-next`. */
export function addNextMigration(folder: string): void {
  writeFileSync(join(folder, 'server/db/migrations/999-next.ts'), MIGRATION);
  const path = join(folder, 'server/db/migrations.ts');
  const text = readFileSync(path, 'utf8');
  const list = /(const migrations = \{.*?)(\n\} satisfies)/s;
  const next = text.replace(list, "$1\n  '999-next': next,$2");
  if (next === text) throw new Error('migrations.ts has no list of migrations.');
  writeFileSync(path, `import * as next from './migrations/999-next.ts';\n${next}`);
}
