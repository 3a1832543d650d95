import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { executeOn } from '#test/setup/postgres-client.ts';
import type { TestServer } from '#test/setup/spawned-server.ts';

/** What an operator has of a server to go back to. All of it is to be called while the server is ended. */
export interface ServerBackup {
  /** False until one was made. */
  readonly isMade: boolean;
  /** Copies everything, in the place of the backup before. */
  make(): Promise<void>;
  /** Puts the copy in the place of what the server has, and begins a new epoch, as after every restore. */
  restore(): Promise<void>;
  remove(): Promise<void>;
}

/** The lock of the embedded database belongs to a process, not to the data. */
const LOCK = 'db.lock';

/** @param databaseUrl the server's PostgreSQL database; undefined where it has the embedded one */
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
    get isMade() {
      return folder !== null;
    },
    async make() {
      await remove();
      const copy = await mkdtemp(join(tmpdir(), 'club-backup-'));
      const filter = (path: string) => !path.startsWith(join(server.dataDirectory, LOCK));
      await cp(server.dataDirectory, copy, { recursive: true, filter });
      await database?.make();
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

/** A copy of a PostgreSQL database beside it, on the same server. */
function copyOfDatabase(url: string): Pick<ServerBackup, 'make' | 'restore' | 'remove'> {
  const name = new URL(url).pathname.slice(1);
  const copy = `club_backup_${randomBytes(6).toString('hex')}`;
  // Nobody may be connected to what is copied or dropped.
  const beside = new URL(url);
  beside.pathname = '/postgres';
  const execute = (statement: string) => executeOn(beside.href, statement);
  return {
    make: () => execute(`CREATE DATABASE ${copy} TEMPLATE ${name}`),
    async restore() {
      await execute(`DROP DATABASE ${name} WITH (FORCE)`);
      await execute(`CREATE DATABASE ${name} TEMPLATE ${copy}`);
    },
    remove: () => execute(`DROP DATABASE IF EXISTS ${copy} WITH (FORCE)`),
  };
}
