import { randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { link, readdir, readFile, readlink, realpath, rm, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { StartError } from '../start-error.ts';

/** Another process uses the directory. Two processes would destroy an embedded database. */
export class DirectoryInUseError extends StartError {
  override readonly name = 'DirectoryInUseError';

  constructor(path: string, pid: number) {
    super(
      'directory_in_use',
      `Process ${pid} is using this database (${path}). Stop it first, or set another DATA_DIR.`,
    );
  }
}

/** A guard file exists only briefly; an older one was left behind by a killed process. */
const GUARD_MAX_AGE_MS = 10_000;
const GUARD_POLL_MS = 20;

/**
 * Locks held by this process. They show whether a lock file with this process's pid is its own, or was left behind by
 * an earlier process with the same pid.
 */
const heldDirectories = new Set<string>();

/**
 * Acquires the lock file for this process. Replaces a stale lock. A lock is stale if its process has ended, if its pid
 * was reused by a process that has no file in the directory open, or if it has this process's pid but this process
 * doesn't hold it, for example after a container has restarted as pid 1. Throws `DirectoryInUseError` if another
 * process holds the lock.
 * @param options `guardMaxAgeMs`: age at which a guard is assumed to be left over from a killed process
 * @returns a function that releases the lock
 */
export async function acquireDirectoryLock(
  path: string,
  { guardMaxAgeMs = GUARD_MAX_AGE_MS } = {},
): Promise<() => Promise<void>> {
  // The lock file is linked into place after its content is written, so that a lock is never read half-written.
  const temporaryPath = `${path}.${randomUUID()}`;
  const ownContent = `${process.pid}\n${temporaryPath}\n`;
  // The file stays open while the lock is held. This distinguishes the holder from a process that reuses the pid.
  const heldFile = openSync(temporaryPath, 'wx');
  try {
    writeSync(heldFile, ownContent);
    fsyncSync(heldFile);
    await linkOrReplace(temporaryPath, path, guardMaxAgeMs);
  } catch (error) {
    closeSync(heldFile);
    throw error;
  } finally {
    await rm(temporaryPath, { force: true });
  }
  heldDirectories.add(path);
  return async () => {
    if (!heldDirectories.delete(path)) return;
    closeSync(heldFile);
    if ((await readLock(path)) === ownContent) await unlink(path);
  };
}

async function linkOrReplace(
  temporaryPath: string,
  path: string,
  guardMaxAgeMs: number,
): Promise<void> {
  while (!(await tryLink(temporaryPath, path))) {
    const content = await readLock(path);
    if (content !== null) await assertStale(content, path);
    await replaceStale(temporaryPath, path, guardMaxAgeMs);
  }
}

/**
 * Removes a stale lock, so that the caller can try again. Only one process at a time may do this, because it could
 * otherwise remove the new lock of another process.
 */
async function replaceStale(
  temporaryPath: string,
  path: string,
  guardMaxAgeMs: number,
): Promise<void> {
  const guardPath = `${path}.takeover`;
  if (!(await tryLink(temporaryPath, guardPath))) {
    await removeOldGuard(guardPath, guardMaxAgeMs);
    await setTimeout(GUARD_POLL_MS);
    return;
  }
  try {
    const content = await readLock(path);
    if (content === null) return;
    await assertStale(content, path);
    await unlink(path);
  } finally {
    await rm(guardPath, { force: true });
  }
}

async function removeOldGuard(guardPath: string, maxAgeMs: number): Promise<void> {
  const info = await stat(guardPath).catch(() => null);
  if (info !== null && Date.now() - info.ctimeMs >= maxAgeMs) await rm(guardPath, { force: true });
}

async function tryLink(temporaryPath: string, path: string): Promise<boolean> {
  try {
    await link(temporaryPath, path);
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  }
}

async function assertStale(content: string, path: string): Promise<void> {
  const pid = Number.parseInt(content, 10);
  if (isAlive(pid, path) && (await usesDirectory(pid, dirname(path)))) {
    throw new DirectoryInUseError(path, pid);
  }
}

function isAlive(pid: number, path: string): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  if (pid === process.pid) return heldDirectories.has(path);
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM means that the process is alive, but belongs to another user.
    return hasCode(error, 'EPERM');
  }
}

/**
 * True if a process has a file in the directory open. Every process that holds the lock has the lock file and the
 * database's files open. Also true if the system doesn't show open files.
 */
async function usesDirectory(pid: number, directory: string): Promise<boolean> {
  const files = `/proc/${pid}/fd`;
  try {
    const prefix = `${await realpath(directory)}/`;
    const openFiles = await Promise.all(
      (await readdir(files)).map((name) => readlink(join(files, name)).catch(() => '')),
    );
    return openFiles.some((file) => file.startsWith(prefix));
  } catch {
    return true;
  }
}

async function readLock(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
