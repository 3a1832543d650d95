import { existsSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { DiskFullError } from './database-errors.ts';

const MIB = 2 ** 20;
/**
 * Size of the reserve file. The engine needs two log segments to run; even reads and a shutdown write to the
 * log.
 */
export const RESERVE_BYTES = 32 * MIB;
/** Writes are rejected if less space than this is free. It's enough for the largest possible write, twice. */
export const MIN_FREE_BYTES = 64 * MIB;

/** Free disk space and a reserve. */
export interface FreeSpace {
  /** Throws `DiskFullError` if there is too little space. Call it before every write. */
  readonly requireSpace: () => void;
  /**
   * Frees the reserve.
   * @returns false if it has already been used
   */
  readonly release: () => boolean;
  /** True if this many bytes are free, including the reserve. */
  readonly has: (bytes: number) => boolean;
}

/**
 * Watches the free space of a directory. Checks the disk each time, because other programs use it too.
 * @param reserve path of the reserve file, in that directory
 */
export function watchFreeSpace(directory: string, reserve: string): FreeSpace {
  let isReserved = existsSync(reserve);
  const free = () => {
    const { bavail, bsize } = statfsSync(directory);
    return bavail * bsize;
  };
  const requireSpace = () => {
    if (free() < MIN_FREE_BYTES + (isReserved ? 0 : RESERVE_BYTES)) throw new DiskFullError();
    if (isReserved) return;
    // A sparse file would reserve nothing.
    writeFileSync(reserve, Buffer.alloc(RESERVE_BYTES));
    isReserved = true;
  };
  return {
    requireSpace,
    release() {
      if (!isReserved) return false;
      rmSync(reserve, { force: true });
      isReserved = false;
      return true;
    },
    has: (bytes) => free() + (isReserved ? RESERVE_BYTES : 0) >= bytes,
  };
}
