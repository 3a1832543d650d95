import { randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { link, readdir, readFile, readlink, realpath, rm, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { StartError } from '../start-error.ts';

/** Another living process has the directory. Two on one embedded database would destroy it. */
export class DirectoryInUseError extends StartError {
  override readonly name = 'DirectoryInUseError';

  constructor(path: string, pid: number) {
    super(
      'directory_in_use',
      `Process ${pid} is using this database (${path}). Stop it first, or set another DATA_DIR.`,
    );
  }
}

/** A guard is held for moments; one this old was left by a process that was killed just then. */
const GUARD_MAX_AGE_MS = 10_000;
const GUARD_POLL_MS = 20;

/** A lock that this very process holds, so that its own pid in a file is told from a reused one. */
const held = new Set<string>();

/**
 * Takes the lock file for this process. A lock is stale, and taken over, when its process is dead, when
 * its number is another's by now, who has nothing of the directory open, or when it has this process's pid
 * without this process holding it (a container restarted as pid 1).
 * @param options `guardMaxAgeMs`: when a guard counts as left behind by a killed process
 * @returns releases the lock
 * Throws `DirectoryInUseError`.
 */
export async function acquireDirectoryLock(
  path: string,
  { guardMaxAgeMs = GUARD_MAX_AGE_MS } = {},
): Promise<() => Promise<void>> {
  // The file appears with its content in one step: nobody ever reads a half-written lock.
  const draft = `${path}.${randomUUID()}`;
  const mine = `${process.pid}\n${draft}\n`;
  // Open for as long as it is held: that tells its holder from whoever has the number later.
  const file = openSync(draft, 'wx');
  try {
    writeSync(file, mine);
    fsyncSync(file);
    await linkOrTakeOver(draft, path, guardMaxAgeMs);
  } catch (error) {
    closeSync(file);
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
  held.add(path);
  return async () => {
    if (!held.delete(path)) return;
    closeSync(file);
    if ((await readLock(path)) === mine) await unlink(path);
  };
}

async function linkOrTakeOver(draft: string, path: string, guardMaxAgeMs: number): Promise<void> {
  while (!(await linked(draft, path))) {
    const content = await readLock(path);
    if (content !== null) await assertStale(content, path);
    await takeOver(draft, path, guardMaxAgeMs);
  }
}

/** Only one process at a time may remove a stale lock: another's fresh lock must not be hit. */
async function takeOver(draft: string, path: string, guardMaxAgeMs: number): Promise<void> {
  const guard = `${path}.takeover`;
  if (!(await linked(draft, guard))) {
    await removeOldGuard(guard, guardMaxAgeMs);
    await setTimeout(GUARD_POLL_MS);
    return;
  }
  try {
    const content = await readLock(path);
    if (content === null) return;
    await assertStale(content, path);
    await unlink(path);
  } finally {
    await rm(guard, { force: true });
  }
}

async function removeOldGuard(guard: string, maxAgeMs: number): Promise<void> {
  const made = await stat(guard).catch(() => null);
  if (made !== null && Date.now() - made.ctimeMs >= maxAgeMs) await rm(guard, { force: true });
}

async function linked(draft: string, path: string): Promise<boolean> {
  try {
    await link(draft, path);
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
  if (pid === process.pid) return held.has(path);
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it lives, and belongs to somebody else.
    return hasCode(error, 'EPERM');
  }
}

/**
 * Whether a process has a file of the directory open, as every holder of the lock has: the lock itself, and
 * the database's files. Where the system does not tell, it is believed to.
 */
async function usesDirectory(pid: number, directory: string): Promise<boolean> {
  const files = `/proc/${pid}/fd`;
  try {
    const inside = `${await realpath(directory)}/`;
    const open = await Promise.all(
      (await readdir(files)).map((file) => readlink(join(files, file)).catch(() => '')),
    );
    return open.some((file) => file.startsWith(inside));
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
