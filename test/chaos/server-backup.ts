import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { executeOn } from '#test/setup/postgres-client.ts';
import type { TestServer } from '#test/setup/spawned-server.ts';

/** Backup of a server. Call its methods only while the server is stopped. */
export interface ServerBackup {
  /** True once a backup was made. */
  readonly exists: boolean;
  /** Copies all data, replacing the previous backup. */
  create(): Promise<void>;
  /** Replaces the server's data with the backup and starts a new epoch, as after every restore. */
  restore(): Promise<void>;
  remove(): Promise<void>;
}

/** The embedded database's lock belongs to a process, so it isn't copied. */
const LOCK = 'db.lock';

/** @param databaseUrl the server's PostgreSQL database; undefined for the embedded one */
export function serverBackup(server: TestServer, databaseUrl: string | undefined): ServerBackup {
  const database = databaseUrl === undefined ? null : copyOfDatabase(databaseUrl);
  let folder: string | null = null;
  const remove = async () => {
    if (folder === null) return;
    await rm(folder, { recursive: true, force: true });
    folder = null;
    await database?.remove();
  };
  return {
    get exists() {
      return folder !== null;
    },
    async create() {
      await remove();
      const copy = await mkdtemp(join(tmpdir(), 'club-backup-'));
      const filter = (path: string) => !path.startsWith(join(server.dataDirectory, LOCK));
      await cp(server.dataDirectory, copy, { recursive: true, filter });
      await database?.create();
      folder = copy;
    },
    async restore() {
      if (folder === null) throw new Error('There is no backup to restore.');
      await rm(server.dataDirectory, { recursive: true });
      await cp(folder, server.dataDirectory, { recursive: true });
      await database?.restore();
      await server.operate('server/new-epoch.ts');
    },
    remove,
  };
}

/** Copies a PostgreSQL database on the same server. */
function copyOfDatabase(url: string): Pick<ServerBackup, 'create' | 'restore' | 'remove'> {
  const name = new URL(url).pathname.slice(1);
  const copy = `club_backup_${randomBytes(6).toString('hex')}`;
  // A database with connections can't be copied or dropped.
  const adminUrl = new URL(url);
  adminUrl.pathname = '/postgres';
  const execute = (statement: string) => executeOn(adminUrl.href, statement);
  return {
    create: () => execute(`CREATE DATABASE ${copy} TEMPLATE ${name}`),
    async restore() {
      await execute(`DROP DATABASE ${name} WITH (FORCE)`);
      await execute(`CREATE DATABASE ${name} TEMPLATE ${copy}`);
    },
    remove: () => execute(`DROP DATABASE IF EXISTS ${copy} WITH (FORCE)`),
  };
}
