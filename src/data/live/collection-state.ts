import type { CollectionName } from '#schemas/collections.ts';
import type { Connection } from '#sync/http/connectivity.ts';
import type { SyncStatus } from '#sync/status/status.ts';
import { useConnection, useSyncStatus } from '../sync/use-sync-status.ts';

/**
 * Why a list has nothing to show. `loading`: the first pull is still to come; `not_loaded`: it can't come
 * now; `unreadable`: there is something, which only a newer build can read (F15); `empty`: there is nothing.
 */
export type CollectionState = 'loading' | 'not_loaded' | 'unreadable' | 'empty';

/** What an empty list of a collection says of the account's data. Pure. */
export function collectionState(
  collection: CollectionName,
  { firstPullDone, unreadable }: Pick<SyncStatus, 'firstPullDone' | 'unreadable'>,
  connection: Connection,
): CollectionState {
  if (!firstPullDone) return connection === 'online' ? 'loading' : 'not_loaded';
  return (unreadable[collection] ?? 0) > 0 ? 'unreadable' : 'empty';
}

/** The same of the account that is open. */
export function useCollectionState(collection: CollectionName): CollectionState {
  const status = useSyncStatus();
  const connection = useConnection();
  return collectionState(collection, status, connection);
}
