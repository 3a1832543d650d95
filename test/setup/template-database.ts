import { mkdirSync, mkdtempSync, openAsBlob, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite, type PGliteOptions, types } from '@electric-sql/pglite';
import { Kysely, PGliteDialect } from 'kysely';
import { openDatabase } from '#server/db/database.ts';
import { type Database } from '#server/db/tables.ts';
import { type Fill, fill } from './fill-database.ts';
import { databaseOn } from './test-database.ts';

/**
 * Templates of test databases, created once per run: one migrated, two with demo data. Database
 * names on PostgreSQL, dump files on the embedded engine.
 */
export type Templates = {
  migrated: string;
  /** For in-process servers, whose clock is frozen. */
  demo: string;
  /** For server processes; a directory on the embedded engine. */
  demoNow: string;
  remove: () => Promise<void>;
};

/** @param server PostgreSQL URL; null for the embedded engine */
export function makeTemplates(server: string | null): Promise<Templates> {
  return server === null ? makeDumps() : makeTemplateDatabases(server);
}

async function makeTemplateDatabases(server: string): Promise<Templates> {
  const create = async (fill: Fill, options?: string) => {
    const { url, drop } = await databaseOn(server, options);
    const { db, close } = await openDatabase({ url, directory: null, poolSize: 1 });
    await fill(db);
    // A database with open connections can't be copied.
    await close();
    return { name: new URL(url).pathname.slice(1), drop };
  };
  const migrated = await create(fill.migrated);
  const demo = await create(fill.demo, `TEMPLATE ${migrated.name}`);
  const demoNow = await create(fill.demoNow, `TEMPLATE ${migrated.name}`);
  const remove = async () => {
    for (const { drop } of [migrated, demo, demoNow]) await drop();
  };
  return { migrated: migrated.name, demo: demo.name, demoNow: demoNow.name, remove };
}

async function makeDumps(): Promise<Templates> {
  const directory = mkdtempSync(join(tmpdir(), 'club-template-'));
  const [migrated, demo] = [join(directory, 'migrated.tar'), join(directory, 'demo.tar')];
  const demoNow = join(directory, 'now');
  mkdirSync(demoNow);
  await makeEmbedded(fill.migrated, {}, (pglite) => dumpTo(migrated, pglite));
  const loadDataDir = await openAsBlob(migrated);
  await makeEmbedded(fill.demo, { loadDataDir }, (pglite) => dumpTo(demo, pglite));
  await makeEmbedded(fill.demoNow, { loadDataDir, dataDir: join(demoNow, 'db') });
  const remove = () => {
    rmSync(directory, { recursive: true });
    return Promise.resolve();
  };
  return { migrated, demo, demoNow, remove };
}

/** Creates and fills an embedded database with the server's value parsers. */
async function makeEmbedded(
  fill: Fill,
  options: PGliteOptions,
  onCreated?: (pglite: PGlite) => Promise<void>,
): Promise<void> {
  const pglite = new PGlite({ ...options, parsers: { [types.INT8]: Number } });
  const db = new Kysely<Database>({ dialect: new PGliteDialect({ pglite }) });
  await fill(db);
  await onCreated?.(pglite);
  await db.destroy();
}

async function dumpTo(path: string, pglite: PGlite): Promise<void> {
  const dump = await pglite.dumpDataDir('none');
  await writeFile(path, dump.stream());
}
