import type { CollectionName } from '#schemas/collections.ts';
import type { Connection } from '#sync/http/connectivity.ts';
import type { SyncStatus } from '#sync/status/status.ts';
import { useConnection, useSyncStatus } from '../sync/use-sync-status.ts';

/**
 * Reason why a list is empty. `loading`: the first pull is pending; `not_loaded`: it can't run now; `unreadable`: the
 * data needs a newer build (F15); `empty`: there are no records.
 */
export type CollectionState = 'loading' | 'not_loaded' | 'unreadable' | 'empty';

/** Derives the state of an empty collection. */
export function collectionState(
  collection: CollectionName,
  { isFirstPullDone, unreadable }: Pick<SyncStatus, 'isFirstPullDone' | 'unreadable'>,
  connection: Connection,
): CollectionState {
  if (!isFirstPullDone) return connection === 'online' ? 'loading' : 'not_loaded';
  return (unreadable[collection] ?? 0) > 0 ? 'unreadable' : 'empty';
}

/** State of an empty collection of the open account. */
export function useCollectionState(collection: CollectionName): CollectionState {
  const status = useSyncStatus();
  const connection = useConnection();
  return collectionState(collection, status, connection);
}
