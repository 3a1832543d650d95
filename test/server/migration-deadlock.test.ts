import { sql, type Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OpenDatabase } from '#server/db/embedded-engine.ts';
import { migrate } from '#server/db/migrate.ts';
import { type Database } from '#server/db/tables.ts';
import { isOnPostgres, openCopy } from '#test/setup/test-database.ts';

let database: OpenDatabase;
beforeAll(async () => {
  database = await openCopy('migrated');
});
afterAll(() => database.close());

/** Removes everything that the migration created, so that it is pending again. */
async function revertListChanges(db: Kysely<Database>): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select proname as name from pg_proc where proname like 'note_lists_of_%'`.execute(db);
  for (const { name } of rows) await sql`drop function ${sql.id(name)} cascade`.execute(db);
  await sql`drop table list_changes`.execute(db);
  await sql`delete from kysely_migration where name = '146-list-changes'`.execute(db);
}

/** Resolves once another connection waits for a lock on the table. */
async function whenBlocked(db: Kysely<Database>, table: string): Promise<void> {
  for (;;) {
    const { rows } = await sql`
      select from pg_locks where relation = ${table}::regclass and not granted`.execute(db);
    if (rows.length > 0) return;
  }
}

const touch = (table: string) => sql`update ${sql.table(table)} set region_id = region_id`;

// The embedded database has one connection, so nothing can write during a migration.
describe.runIf(isOnPostgres)('a migration of tables that the previous version writes to', () => {
  test('is repeated after a deadlock, and both finish', async () => {
    const { db } = database;
    await revertListChanges(db);
    let migrated: Promise<void> | undefined;
    await db.transaction().execute(async (writer) => {
      // The migration locks tables in the order of their names.
      await touch('warranty_certificates').execute(writer);
      migrated = migrate(db);
      await whenBlocked(db, 'warranty_certificates');
      await touch('announcements').execute(writer);
    });
    await migrated;
    const { rows } = await sql`select from list_changes`.execute(db);
    expect(rows).toEqual([]);
    await sql`insert into list_changes (region_id, list) values (10, 'orders')`.execute(db);
    const names = sql`select from pg_trigger where tgname = 'announcements_lists_update'`;
    expect((await names.execute(db)).rows).toHaveLength(1);
  });
});
