import type { RxDocument } from 'rxdb';

/**
 * Returns a stored document as plain data. The database's snapshots are deeply frozen, which the schema
 * types don't express; only commands write, so that is safe.
 */
export function plainDocument<T>(document: RxDocument<T>): T {
  return document.toJSON() as T;
}
