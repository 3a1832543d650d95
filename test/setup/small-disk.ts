import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A disk of its own, in memory, that can be filled. */
export interface SmallDisk {
  readonly path: string;
  /** Takes all the room there is, but for so many bytes. */
  readonly fill: (leaving?: number) => void;
  /** Gives it back. */
  readonly clear: () => void;
  readonly remove: () => void;
}

/** @returns null where this account may not mount one */
export function mountSmallDisk(mebibytes: number): SmallDisk | null {
  const path = mkdtempSync(join(tmpdir(), 'club-disk-'));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'tmpfs', path]);
  if (mounted.status !== 0) {
    rmSync(path, { recursive: true });
    return null;
  }
  const ballast = join(path, 'ballast');
  return {
    path,
    fill(leaving = 0) {
      const { bavail, bsize } = statfsSync(path);
      const file = openSync(ballast, 'a');
      try {
        let left = bavail * bsize - leaving;
        for (; left > 0; left -= CHUNK.length)
          writeSync(file, CHUNK, 0, Math.min(left, CHUNK.length));
      } catch (error) {
        // Full is what it was to become; others may have taken the rest.
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
      } finally {
        closeSync(file);
      }
    },
    clear: () => rmSync(ballast, { force: true }),
    remove() {
      spawnSync('umount', ['-l', path]);
      rmSync(path, { recursive: true, force: true });
    },
  };
}

const CHUNK = Buffer.alloc(2 ** 20, 1);
