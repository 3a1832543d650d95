import type { RxDocument } from 'rxdb';

/**
 * A stored document as plain data. The store's snapshots are frozen all the way down, which the
 * schemas' types don't say; nobody but the commands writes, so nobody misses it.
 */
export function plainDocument<T>(found: RxDocument<T>): T {
  return found.toJSON() as T;
}
