import type { RxCollection } from 'rxdb';
import type { EditableDocument, Entity } from '../entities/registry.ts';
import type { EditableWire } from '../entities/wires.ts';
import { CallError, toRefusal } from '../http/call-error.ts';
import type { Transport } from '../http/transport.ts';
import { createFairQueue } from '../retry/fair-queue.ts';
import { pushQueue } from '../retry/queue-key.ts';
import type { RetryScheduler } from '../retry/retry-scheduler.ts';
import type { SyncLog } from '../status/sync-log.ts';
import { findRows } from '../store/documents.ts';
import type { AnyEntitySync, EngineEvent } from './entity-sync.ts';
import { isFinalError } from './final-errors.ts';
import type { HistoryCheck } from './pull.ts';
import { createRequestSender, type RequestSender } from './request-sender.ts';
import type { WireRequest } from './wire-format.ts';

/** Options for sending one collection, in single requests or in bulk. */
export interface SendOptions {
  readonly entity: Entity;
  readonly wire: EditableWire;
  readonly sync: AnyEntitySync;
  readonly collection: RxCollection<EditableDocument>;
  readonly userId: string;
  readonly transport: Transport;
  readonly retry: RetryScheduler;
  readonly log: SyncLog;
  readonly historyCheck: HistoryCheck;
}

interface SinglePushOptions extends SendOptions {
  /**
   * Applies the verdict on one document.
   * @throws SyncError
   */
  readonly applyVerdict: (id: string, event: object) => Promise<void>;
  /** Called if a document changed while it was being sent. */
  readonly onChanged: () => void;
}

/**
 * Creates the sender for documents whose edits are sent in one request each.
 * @returns a function that starts sending the documents with the given ids
 */
export function createSinglePush(options: SinglePushOptions): (ids: readonly string[]) => void {
  const { entity, retry, userId, transport } = options;
  const sendingIds = new Set<string>();
  /** Ids to send again after the current send. */
  const changedIds = new Set<string>();
  const send = async (id: string, signal: AbortSignal) => {
    await sendDocument(options, id, createRequestSender(transport, { userId, signal }), signal);
    return id;
  };
  const fairQueue = createFairQueue<string>();
  /** @returns the id of the document that was sent; in a shared queue, this may be a different document */
  const sendOne = (id: string): Promise<string> => {
    const queue = pushQueue(entity, id);
    if (entity.queue === 'own') return retry.run(queue, (signal) => send(id, signal));
    fairQueue.add(id);
    return retry.run(queue, async (signal) => {
      const { item } = await fairQueue.next((nextId) => send(nextId, signal));
      return item;
    });
  };
  return (ids) => {
    // Not awaited: a stuck document must not delay the others.
    for (const id of ids) {
      if (sendingIds.has(id)) {
        changedIds.add(id);
        continue;
      }
      sendingIds.add(id);
      sendOne(id).then(
        (sentId) => {
          sendingIds.delete(sentId);
          if (changedIds.delete(sentId)) options.onChanged();
        },
        // Sending was stopped in the meantime.
        () => undefined,
      );
    }
  };
}

/** Sends a document's edits in order, rereading the document before each. */
async function sendDocument(
  options: SinglePushOptions,
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
    if (event !== null) await options.applyVerdict(id, event);
  }
}

/**
 * Sends one edit.
 * @param isSameHistory resolves to false if the server has been restored in the meantime; a rejection then doesn't
 *   count
 * @returns the verdict; null if there is none and the document must be read again
 * @throws CallError if the response isn't a verdict on the edit
 */
async function sendEdit(
  { sync, log, entity }: SendOptions,
  id: string,
  request: WireRequest,
  sender: RequestSender,
  isSameHistory: () => Promise<boolean>,
): Promise<object | null> {
  try {
    if (!sync.send) throw new Error(`The ${entity.kind} is only sent in bulk.`);
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
