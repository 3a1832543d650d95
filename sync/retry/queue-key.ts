import type { CollectionName } from '#schemas/collections.ts';

/** Names a queue. Requests in one queue run one after another; queues are independent. */
export type QueueKey =
  /** Pulls a collection. */
  | { readonly kind: 'pull'; readonly collection: CollectionName }
  /** Pushes a collection, or one document of it. */
  | { readonly kind: 'push'; readonly collection: CollectionName; readonly id?: string }
  /** Fetches one account singleton. */
  | { readonly kind: 'own_data'; readonly id: string }
  /** Uploads photos or contents of attachments, checks captured scans, or loads the leader's code. */
  | { readonly kind: 'photos' | 'attachments' | 'checks' | 'code' };

/** Returns the queue for a document's edits: the collection's queue, or one of the document's own. */
export function pushQueue(
  { collection, queue }: { readonly collection: CollectionName; readonly queue: 'shared' | 'own' },
  id: string,
): QueueKey {
  const sharedKey = { kind: 'push', collection } as const;
  return queue === 'own' ? { ...sharedKey, id } : sharedKey;
}

/** Unique string for a key, for lookups only. */
export function queueName(key: QueueKey): string {
  return JSON.stringify([
    key.kind,
    'collection' in key ? key.collection : null,
    'id' in key ? key.id : null,
  ]);
}
