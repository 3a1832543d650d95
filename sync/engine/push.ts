import { CallError } from '../http/call-error.ts';
import { pushQueue, type QueueKey } from '../retry/queue-key.ts';
import { changesOf, readRows } from '../store/documents.ts';
import { idsByState } from '../store/reads.ts';
import { applyVerdicts } from './apply-verdicts.ts';
import {
  type BlockedDocuments,
  createBlockedDocuments,
  type FindProjectsOnServer,
} from './blocked-documents.ts';
import { type BulkPushOptions, createBulkPush } from './push-bulk.ts';
import { createSinglePush } from './push-single.ts';
import { createWorkLoop, type WorkLoop } from './work-loop.ts';

interface PushOptions extends BulkPushOptions {
  /** Checks if the projects that edits depend on exist on the server. */
  readonly findProjectsOnServer: FindProjectsOnServer;
}

/** Sends one collection's edits. */
export interface Push {
  /** Sends all pending documents. */
  wake(): void;
  /** Call when a prerequisite of blocked edits may have reached the server. */
  release(): void;
  close(): void;
}

/**
 * Sends a collection's pending edits. The documents in the store are the outbox. A compare-and-set write applies each
 * verdict only to the edit that it's about, so a newer edit stays pending and is sent next.
 */
export function startPush(options: PushOptions): Push {
  const { collection, entity, log } = options;
  const read = (ids: readonly string[]) => readRows(collection, ids);
  const blockedDocuments = createBlockedDocuments(options.wire, read, options.findProjectsOnServer);
  const sender = createSender(options, blockedDocuments, () => loop.wake());
  const loop: WorkLoop = createWorkLoop(
    async () => {
      // Removals go first, because a replacement may need the number or space that they free.
      const deletedIds = entity.hasRemovals ? await idsByState(collection, 'waiting', true) : [];
      const pendingIds = await idsByState(collection, 'waiting', false);
      const groups = [deletedIds, pendingIds].map(blockedDocuments.filterUnblocked);
      if (groups.some(({ length }) => length > 0)) await sender(groups);
    },
    (error) => {
      const { code } = error instanceof CallError ? error : { code: 'unexpected' };
      log.add('push_failed', { collection: entity.collection, code });
    },
  );
  const subscription = changesOf(collection).subscribe((rows) => {
    blockedDocuments.forget(rows.map(({ uuid }) => uuid));
    const pendingRows = rows.filter(({ state }) => state === 'waiting');
    if (pendingRows.length === 0) return;
    // Sends a new edit immediately, however long earlier ones have been backing off.
    for (const { uuid } of pendingRows) options.retry.retryNow(pushQueue(entity, uuid));
    loop.wake();
  });
  // A failed read is retried at the next wake.
  const release = () =>
    void blockedDocuments.release().then(
      (hasUnblocked) => hasUnblocked && loop.wake(),
      () => undefined,
    );
  loop.wake();

  return {
    wake() {
      release();
      loop.wake();
    },
    release,
    close() {
      subscription.unsubscribe();
      loop.close();
    },
  };
}

/**
 * Sends the pending edits of these documents, one group after another.
 * @throws CallError `cancelled`
 */
type Sender = (groups: readonly (readonly string[])[]) => Promise<void>;

function createSender(
  options: PushOptions,
  blockedDocuments: BlockedDocuments,
  wake: () => void,
): Sender {
  const { entity, wire, retry, sync } = options;
  if (wire.bulkRequest && sync.verdictSchema) {
    const sharedQueue: QueueKey = { kind: 'push', collection: entity.collection };
    return (groups) => retry.run(sharedQueue, createBulkPush(options, blockedDocuments, groups));
  }
  const pushSingle = createSinglePush({
    ...options,
    applyVerdict: (id, event) => applyVerdicts(options, new Map([[id, event]])),
    onChanged: wake,
  });
  return async (groups) => {
    const { rows } = await blockedDocuments.readSendable(groups.flat());
    pushSingle(rows.filter((row) => wire.nextRequest(row) !== null).map(({ uuid }) => uuid));
  };
}
