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
 * What test databases begin as copies of, made once in a run: one with tables alone, and two with the demo's data. On
 * PostgreSQL their names; on the embedded engine the files that their directories were dumped to.
 */
export type Templates = {
  migrated: string;
  /** For servers in process, whose clock stands. */
  demo: string;
  /** For servers in a process of their own; on the embedded engine a directory. */
  demoNow: string;
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
  const [migrated, demo, demoNow] = [`club_empty_${run}`, `club_demo_${run}`, `club_now_${run}`];
  await make(migrated, '', fill.migrated);
  await make(demo, `TEMPLATE ${migrated}`, fill.demo);
  await make(demoNow, `TEMPLATE ${migrated}`, fill.demoNow);
  const remove = async () => {
    for (const name of [migrated, demo, demoNow]) await executeOn(server, `DROP DATABASE ${name}`);
  };
  return { migrated, demo, demoNow, remove };
}

/** As the server has them. */
const withNumbers = { parsers: { [types.INT8]: Number } };

/** Fills an embedded database, and dumps its directory to a file. @param dump what it begins with */
async function dumpTo(path: string, fillIt: Fill, dump?: Blob): Promise<void> {
  const pglite = new PGlite({
    ...withNumbers,
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
  const demoNow = join(directory, 'now');
  mkdirSync(demoNow);
  await dumpTo(migrated, fill.migrated);
  await dumpTo(demo, fill.demo, await openAsBlob(migrated));
  const inDirectory = new PGlite({
    dataDir: join(demoNow, 'db'),
    loadDataDir: await openAsBlob(migrated),
    ...withNumbers,
  });
  const db = new Kysely<Database>({ dialect: new PGliteDialect({ pglite: inDirectory }) });
  await fill.demoNow(db);
  await db.destroy();
  const remove = () => {
    rmSync(directory, { recursive: true });
    return Promise.resolve();
  };
  return { migrated, demo, demoNow, remove };
}
