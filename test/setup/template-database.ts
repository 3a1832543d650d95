import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { Kysely, PGliteDialect } from 'kysely';
import { openDatabase } from '#server/db/database.ts';
import { migrate } from '#server/db/migrate.ts';
import { type Database } from '#server/db/tables.ts';
import { executeOn } from './postgres-client.ts';

/** A migrated database without any data, made once in a run: test databases begin as copies of it. */
export type Template = {
  /** On PostgreSQL its name; on the embedded engine the file that its directory was dumped to. */
  source: string;
  remove: () => Promise<void>;
};

/** @param server the PostgreSQL's address, or null for the embedded engine */
export function makeTemplate(server: string | null): Promise<Template> {
  return server === null ? makeDump() : makeTemplateDatabase(server);
}

async function makeTemplateDatabase(server: string): Promise<Template> {
  const source = `club_template_${randomBytes(6).toString('hex')}`;
  await executeOn(server, `CREATE DATABASE ${source}`);
  const url = new URL(server);
  url.pathname = `/${source}`;
  const { db, close } = await openDatabase({ url: url.href, directory: null, poolSize: 1 });
  await migrate(db);
  // A database that somebody is connected to can't be copied.
  await close();
  return { source, remove: () => executeOn(server, `DROP DATABASE ${source}`) };
}

async function makeDump(): Promise<Template> {
  const pglite = new PGlite();
  const db = new Kysely<Database>({ dialect: new PGliteDialect({ pglite }) });
  await migrate(db);
  const dump = await pglite.dumpDataDir('none');
  await db.destroy();
  const directory = mkdtempSync(join(tmpdir(), 'club-template-'));
  const source = join(directory, 'migrated.tar');
  await writeFile(source, dump.stream());
  return {
    source,
    remove: () => {
      rmSync(directory, { recursive: true });
      return Promise.resolve();
    },
  };
}
