import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, openAsBlob, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite, types } from '@electric-sql/pglite';
import { Kysely, PGliteDialect } from 'kysely';
import { openDatabase } from '#server/db/database.ts';
import { type Database } from '#server/db/tables.ts';
import { type Fill, fill } from './fill-database.ts';
import { executeOn } from './postgres-client.ts';

/**
 * What test databases begin as copies of, made once in a run: a database with tables alone, and one with the demo's data.
 * On PostgreSQL their names; on the embedded engine the files that their directories were dumped to.
 */
export type Templates = {
  migrated: string;
  demo: string;
  /** A directory of a server on the embedded engine, with the demo's data; null on PostgreSQL. */
  demoDirectory: string | null;
  remove: () => Promise<void>;
};

/** @param server the PostgreSQL's address, or null for the embedded engine */
export function makeTemplates(server: string | null): Promise<Templates> {
  return server === null ? makeDumps() : makeTemplateDatabases(server);
}

async function makeTemplateDatabases(server: string): Promise<Templates> {
  const run = randomBytes(6).toString('hex');
  const make = async (name: string, options: string, fillIt: Fill) => {
    await executeOn(server, `CREATE DATABASE ${name} ${options}`);
    const url = new URL(server);
    url.pathname = `/${name}`;
    const { db, close } = await openDatabase({ url: url.href, directory: null, poolSize: 1 });
    await fillIt(db);
    // A database that somebody is connected to can't be copied.
    await close();
  };
  const [migrated, demo] = [`club_template_${run}`, `club_demo_${run}`];
  await make(migrated, '', fill.migrated);
  await make(demo, `TEMPLATE ${migrated}`, fill.demo);
  const remove = async () => {
    for (const name of [migrated, demo]) await executeOn(server, `DROP DATABASE ${name}`);
  };
  return { migrated, demo, demoDirectory: null, remove };
}

/** Fills an embedded database, and dumps its directory to a file. @param dump what it begins with */
async function dumpTo(path: string, fillIt: Fill, dump?: Blob): Promise<void> {
  const pglite = new PGlite({
    parsers: { [types.INT8]: Number },
    ...(dump && { loadDataDir: dump }),
  });
  const db = new Kysely<Database>({ dialect: new PGliteDialect({ pglite }) });
  await fillIt(db);
  const made = await pglite.dumpDataDir('none');
  await db.destroy();
  await writeFile(path, made.stream());
}

async function makeDumps(): Promise<Templates> {
  const directory = mkdtempSync(join(tmpdir(), 'club-template-'));
  const [migrated, demo] = [join(directory, 'migrated.tar'), join(directory, 'demo.tar')];
  const demoDirectory = join(directory, 'demo');
  mkdirSync(demoDirectory);
  await dumpTo(migrated, fill.migrated);
  await dumpTo(demo, fill.demo, await openAsBlob(migrated));
  const unpacked = new PGlite({
    dataDir: join(demoDirectory, 'db'),
    loadDataDir: await openAsBlob(demo),
  });
  await unpacked.waitReady;
  await unpacked.close();
  const remove = () => {
    rmSync(directory, { recursive: true });
    return Promise.resolve();
  };
  return { migrated, demo, demoDirectory, remove };
}
