import { CallError, toRefusal } from '../http/call-error.ts';
import { pushQueue, type QueueKey } from '../retry/queue-key.ts';
import { createFairQueue } from '../retry/fair-queue.ts';
import { changesOf, readRows, findRows } from '../store/documents.ts';
import { idsByState } from '../store/reads.ts';
import { applyVerdicts, type PushOptions } from './apply-verdicts.ts';
import { type RequestSender, createRequestSender } from './request-sender.ts';
import { type BlockedDocuments, createBlockedDocuments } from './blocked-documents.ts';
import type { EngineEvent } from './entity-sync.ts';
import { isFinalError } from './final-errors.ts';
import { createBulkPush } from './push-bulk.ts';
import { createWorkLoop, type WorkLoop } from './work-loop.ts';
import type { WireRequest } from './wire-format.ts';

/** Sends one collection's edits. */
export interface Push {
  /** Sends all pending documents. */
  wake(): void;
  /** Call when something that edits may depend on has reached the server. */
  release(): void;
  close(): void;
}

/**
 * Sends a collection's pending edits. The documents in the store are the outbox; each verdict is applied by
 * compare-and-set to exactly the edit it concerns. A newer edit stays pending and is sent next.
 */
export function startPush(options: PushOptions): Push {
  const { collection, entity, log } = options;
  const read = (ids: readonly string[]) => readRows(collection, ids);
  const blocked = createBlockedDocuments(options.wire, read, options.findProjectsOnServer);
  const sender = createSender(options, blocked, () => loop.wake());
  const loop: WorkLoop = createWorkLoop(
    async () => {
      // Removals first: they free what their replacements need.
      const deletedIds = entity.hasRemovals ? await idsByState(collection, 'waiting', true) : [];
      const pendingIds = await idsByState(collection, 'waiting', false);
      const ids = blocked.filterUnblocked([...deletedIds, ...pendingIds]);
      if (ids.length > 0) await sender(ids);
    },
    (error) => {
      const { code } = error instanceof CallError ? error : { code: 'unexpected' };
      log.add('push_failed', { collection: entity.collection, code });
    },
  );
  const subscription = changesOf(collection).subscribe((rows) => {
    blocked.forget(rows.map(({ uuid }) => uuid));
    const pendingRows = rows.filter(({ state }) => state === 'waiting');
    if (pendingRows.length === 0) return;
    // A fresh edit is sent immediately, however long earlier ones have been waiting to retry.
    for (const { uuid } of pendingRows) options.retry.retryNow(pushQueue(entity, uuid));
    loop.wake();
  });
  // A failed read is retried at the next wake.
  const release = () =>
    void blocked.release().then(
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

/** Sends the pending edits of these documents. @throws CallError `cancelled` */
type Sender = (ids: readonly string[]) => Promise<void>;

function createSender(options: PushOptions, blocked: BlockedDocuments, wake: () => void): Sender {
  const { entity, wire, retry, userId, transport, sync } = options;
  if (wire.bulkRequest && sync.sendMany) {
    const sharedQueue: QueueKey = { kind: 'push', collection: entity.collection };
    return (ids) => {
      const run = createBulkPush(options, blocked, ids);
      return retry.run(sharedQueue, run);
    };
  }
  const sending = new Set<string>();
  /** Ids to send again after the current send. */
  const retryIds = new Set<string>();
  const send = async (id: string, signal: AbortSignal) => {
    await sendDocument(options, id, createRequestSender(transport, { userId, signal }), signal);
    return id;
  };
  const fairQueue = createFairQueue<string>();
  /** @returns the id that was sent; in a shared queue it may be another one */
  const sendOne = (id: string): Promise<string> => {
    const queue = pushQueue(entity, id);
    if (entity.queue === 'own') return retry.run(queue, (signal) => send(id, signal));
    fairQueue.add(id);
    return retry.run(queue, async (signal) => {
      const { item } = await fairQueue.next((nextId) => send(nextId, signal));
      return item;
    });
  };
  return async (ids) => {
    const { rows } = await blocked.readSendable(ids);
    // Not awaited: a stuck document must not delay the others.
    for (const { uuid } of rows.filter((row) => wire.nextRequest(row) !== null)) {
      if (sending.has(uuid)) {
        retryIds.add(uuid);
        continue;
      }
      sending.add(uuid);
      sendOne(uuid).then(
        (sentId) => {
          sending.delete(sentId);
          if (retryIds.delete(sentId)) wake();
        },
        // Sending was stopped in the meantime.
        () => undefined,
      );
    }
  };
}

/** Sends a document's edits in order, rereading the document before each. */
async function sendDocument(
  options: PushOptions,
  id: string,
  sender: RequestSender,
  signal: AbortSignal,
): Promise<void> {
  const { collection, entity, wire, historyCheck } = options;
  for (let lastEdit: string | null = null; ;) {
    const row = (await findRows(collection, [id])).get(id);
    const request = row ? wire.nextRequest(row) : null;
    if (!request) return;
    // The verdict was applied but changed nothing; sending again would loop forever.
    if (request.edit === lastEdit) throw new Error(`The verdict didn't change the ${entity.kind}.`);
    const isSameHistory = historyCheck.start();
    const event = await sendEdit(options, id, request, sender, () => isSameHistory(signal));
    lastEdit = event && request.edit;
    if (event !== null) await applyVerdicts(options, new Map([[id, event]]));
  }
}

/**
 * @param isSameHistory false if a rejection doesn't count, because the server was restored in the meantime
 * @returns the verdict; null if there is none and the document must be read again
 * @throws CallError if it is no verdict on the edit
 */
async function sendEdit(
  { sync, log, entity }: PushOptions,
  id: string,
  request: WireRequest,
  sender: RequestSender,
  isSameHistory: () => Promise<boolean>,
): Promise<object | null> {
  try {
    return await sync.send(request, sender);
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    if (!isFinalError(error, entity.isUserWork)) throw error;
    if (!(await isSameHistory())) return null;
    log.add('edit_refused', { collection: entity.collection, code: error.code });
    const server = await sync.fetchRow?.(id, sender);
    const rejection = { type: 'rejected', edit: request.edit, refusal: toRefusal(error) } as const;
    return (
      server === undefined ? rejection : { ...rejection, server }
    ) satisfies EngineEvent<unknown>;
  }
}
