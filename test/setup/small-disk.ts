import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A small in-memory disk that can be filled up. */
export interface SmallDisk {
  readonly path: string;
  /** Fills it, leaving the given number of bytes. */
  readonly fill: (freeBytes?: number) => void;
  /** Frees the space. */
  readonly clear: () => void;
  readonly remove: () => void;
}

/** @returns null if this account can't mount one */
export function mountSmallDisk(mebibytes: number): SmallDisk | null {
  const path = mkdtempSync(join(tmpdir(), 'club-disk-'));
  const mountResult = spawnSync('mount', [
    '-t',
    'tmpfs',
    '-o',
    `size=${mebibytes}m`,
    'tmpfs',
    path,
  ]);
  if (mountResult.status !== 0) {
    rmSync(path, { recursive: true });
    return null;
  }
  const fillerPath = join(path, 'ballast');
  return {
    path,
    fill(freeBytes = 0) {
      const { bavail, bsize } = statfsSync(path);
      const file = openSync(fillerPath, 'a');
      try {
        let remaining = bavail * bsize - freeBytes;
        for (; remaining > 0; remaining -= CHUNK.length)
          writeSync(file, CHUNK, 0, Math.min(remaining, CHUNK.length));
      } catch (error) {
        // The disk is meant to fill up, and other programs may use some of the space.
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
      } finally {
        closeSync(file);
      }
    },
    clear: () => rmSync(fillerPath, { force: true }),
    remove() {
      spawnSync('umount', ['-l', path]);
      rmSync(path, { recursive: true, force: true });
    },
  };
}

const CHUNK = Buffer.alloc(2 ** 20, 1);
