import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  Kysely,
  type KyselyPlugin,
  type OperationNode,
  PGliteDialect,
  RawNode,
  SelectQueryNode,
} from 'kysely';
import { StartError } from '../start-error.ts';
import { acquireDirectoryLock } from './directory-lock.ts';
import { type FreeSpace, MIN_FREE_BYTES, RESERVE_BYTES, watchFreeSpace } from './free-space.ts';
import { createReservedFileSystem } from './reserved-file-system.ts';
import { type Database } from './tables.ts';

export interface OpenDatabase {
  readonly db: Kysely<Database>;
  /** Closes every connection and releases the directory. */
  readonly close: () => Promise<void>;
}

/** Size of an empty database. */
const NEW_DATABASE_BYTES = 64 * 2 ** 20;

/**
 * Opens the embedded database in memory.
 * @param dump initial content: a dump of another database's directory
 */
export async function openInMemory(dump?: Blob): Promise<OpenDatabase> {
  const { PGlite, types } = await import('@electric-sql/pglite');
  const pglite = new PGlite({
    parsers: { [types.INT8]: Number },
    ...(dump && { loadDataDir: dump }),
  });
  await pglite.waitReady;
  const db = new Kysely<Database>({ dialect: new PGliteDialect({ pglite }) });
  return { db, close: () => db.destroy() };
}

/**
 * Opens the embedded database in a directory, for this process only. On a full disk, writes fail with `DiskFullError`
 * before they start, and reads still work. Throws `StartError`, or `DirectoryInUseError` if another process uses the
 * directory.
 */
export async function openInDirectory(directory: string): Promise<OpenDatabase> {
  const release = await lockDirectory(directory);
  try {
    const space = watchFreeSpace(directory, join(directory, 'db.reserve'));
    const files = join(directory, 'db');
    requireStartSpace(space, existsSync(join(files, 'PG_VERSION')));
    const pglite = await openEngine(files, space);
    const db = new Kysely<Database>({
      dialect: new PGliteDialect({ pglite }),
      plugins: [rejectWritesWhenFull(space)],
    });
    const close = async () => {
      await db.destroy();
      if (!pglite.closed) await pglite.close();
      await release();
    };
    return { db, close };
  } catch (error) {
    await release();
    throw error;
  }
}

async function lockDirectory(directory: string): Promise<() => Promise<void>> {
  try {
    await createDirectory(directory);
    return await acquireDirectoryLock(join(directory, 'db.lock'));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EEXIST' || code === 'ENOTDIR')
      throw new StartError('directory_unusable', 'DATA_DIR is a file: set it to a directory.', {
        cause: error,
      });
    if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
      throw new StartError(
        'directory_unusable',
        'DATA_DIR isn’t writable: fix its permissions, or choose another folder.',
        {
          cause: error,
        },
      );
    if (code === 'ENOENT')
      throw new StartError(
        'directory_unusable',
        'DATA_DIR can’t be created there: choose another folder.',
        { cause: error },
      );
    if (code === 'ENOSPC') throw diskFullError(0);
    throw error;
  }
}

/** Creates a directory and its parents. Node's `recursive` option hangs in `/proc`. */
async function createDirectory(directory: string): Promise<void> {
  if (existsSync(directory)) return;
  const parent = dirname(directory);
  if (parent !== directory) await createDirectory(parent);
  await mkdir(directory).catch((error: unknown) => {
    // Another process may have created it in the meantime.
    if (!existsSync(directory)) throw error;
  });
}

function requireStartSpace(space: FreeSpace, exists: boolean): void {
  // Recovery after a kill needs as much log space as the reserve.
  const requiredBytes = exists
    ? RESERVE_BYTES
    : NEW_DATABASE_BYTES + MIN_FREE_BYTES + RESERVE_BYTES;
  if (!space.has(requiredBytes)) throw diskFullError(requiredBytes);
}

function diskFullError(bytes: number): StartError {
  const requiredText = bytes === 0 ? '' : ` ${Math.ceil(bytes / 2 ** 20)} MiB`;
  return new StartError(
    'disk_full',
    `The disk of DATA_DIR is full: free up${requiredText || ' space'} and start again.`,
  );
}

async function openEngine(files: string, space: FreeSpace) {
  const { PGlite, types } = await import('@electric-sql/pglite');
  const pglite = new PGlite({
    fs: await createReservedFileSystem(files, space),
    parsers: { [types.INT8]: Number },
  });
  try {
    await pglite.waitReady;
    return pglite;
  } catch (error) {
    throw new StartError(
      'database_damaged',
      'The database in DATA_DIR is damaged or from another engine version: restore a backup, or move the folder away to start with an empty database.',
      { cause: error },
    );
  }
}

/** Checks the free space before every statement that isn't a plain read. */
function rejectWritesWhenFull(space: FreeSpace): KyselyPlugin {
  return {
    transformQuery({ node }) {
      if (!isRead(node)) space.requireSpace();
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };
}

/** False for a statement that locks rows, because a write follows it. */
function isRead(node: OperationNode): boolean {
  if (SelectQueryNode.is(node)) return node.endModifiers === undefined && node.with === undefined;
  return RawNode.is(node) && /^\s*select\b/i.test(node.sqlFragments[0] ?? '');
}
