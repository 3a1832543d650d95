import { queueForWork as queueOfKind, type UnsentKind } from '#sync/entities/registry.ts';
import type { QueueKey } from '#sync/retry/queue-key.ts';

/** The queue of requests that carries a piece of unsent work; null where it has none. */
export function unsentQueue(kind: UnsentKind, id: string): QueueKey | null {
  return queueOfKind(kind, id);
}
