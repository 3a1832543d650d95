import { existsSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { DiskFullError } from './database-errors.ts';

const MIB = 2 ** 20;
/**
 * Kept in a file for the engine alone, which can't go on without room for its log: two segments of it. Also
 * what only reads writes to the log now and then, and so does the engine's own end.
 */
export const RESERVE_BYTES = 32 * MIB;
/** With less than this beside the reserve no write is begun: the largest there is fits in twice. */
export const MIN_FREE_BYTES = 64 * MIB;

/** The room on a disk, and a reserve of it. */
export interface FreeSpace {
  /** Called before every write. Throws `DiskFullError` where there is too little room for it. */
  readonly requireRoom: () => void;
  /** Gives the reserve up to whoever has met a full disk. @returns false when it is spent */
  readonly release: () => boolean;
  /** Whether there are so many bytes, counting the reserve. */
  readonly has: (bytes: number) => boolean;
}

/**
 * Watches the disk of a directory. It asks the disk each time: room that others take, or give back, counts
 * from the next write on.
 * @param reserve the path of the reserve's file, in that directory
 */
export function watchFreeSpace(directory: string, reserve: string): FreeSpace {
  let isReserved = existsSync(reserve);
  const free = () => {
    const { bavail, bsize } = statfsSync(directory);
    return bavail * bsize;
  };
  const requireRoom = () => {
    if (free() < MIN_FREE_BYTES + (isReserved ? 0 : RESERVE_BYTES)) throw new DiskFullError();
    if (isReserved) return;
    // Real bytes: a hole in a file keeps no room.
    writeFileSync(reserve, Buffer.alloc(RESERVE_BYTES));
    isReserved = true;
  };
  return {
    requireRoom,
    release() {
      if (!isReserved) return false;
      rmSync(reserve, { force: true });
      isReserved = false;
      return true;
    },
    has: (bytes) => free() + (isReserved ? RESERVE_BYTES : 0) >= bytes,
  };
}
