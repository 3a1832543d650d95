import type { CollectionName } from '#schemas/collections.ts';

/**
 * Names one line of requests. Within a line one request follows the other; the lines do not wait for each
 * other.
 */
export type QueueKey =
  /** Asks for remote changes of a collection. */
  | { readonly kind: 'pull'; readonly collection: CollectionName }
  /** Sends the edits of a collection, or those of one document of it. */
  | { readonly kind: 'push'; readonly collection: CollectionName; readonly id?: string }
  /** Asks for one thing of what there is one of for an account. */
  | { readonly kind: 'own_data'; readonly id: string }
  | { readonly kind: 'photos' | 'checks' | 'code' };

/** The line of requests that a document's edits go in: that of its collection, or one of its own. */
export function pushQueue(
  { collection, queue }: { readonly collection: CollectionName; readonly queue: 'shared' | 'own' },
  id: string,
): QueueKey {
  const shared = { kind: 'push', collection } as const;
  return queue === 'own' ? { ...shared, id } : shared;
}

/** One text for each key, to look it up by. Nobody reads it. */
export function queueName(key: QueueKey): string {
  return JSON.stringify([
    key.kind,
    'collection' in key ? key.collection : null,
    'id' in key ? key.id : null,
  ]);
}
