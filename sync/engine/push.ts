import * as v from 'valibot';
import type { EditableDocument } from '../entities/registry.ts';
import { CallError } from '../http/call-error.ts';
import { pushQueue, type QueueKey } from '../retry/queue-key.ts';
import { deepEqual } from '../store/deep-equal.ts';
import { changeMany, changesOf, readRows, type Snapshot } from '../store/documents.ts';
import { idsByState } from '../store/reads.ts';
import {
  type BlockedDocuments,
  createBlockedDocuments,
  type FindProjectsOnServer,
  type SendableRows,
} from './blocked-documents.ts';
import type { BulkVerdict, EditableRow, EngineEvent } from './entity-sync.ts';
import { isFinalError } from './final-errors.ts';
import { createSinglePush, type SendOptions } from './push-single.ts';
import { createRequestSender, type RequestSender } from './request-sender.ts';
import type { VerdictLog } from './verdict-log.ts';
import { createWorkLoop, type WorkLoop } from './work-loop.ts';
import { yieldToMain } from './yield-to-main.ts';

export interface PushOptions extends SendOptions {
  /** Checks if the projects that edits depend on exist on the server. */
  readonly findProjectsOnServer: FindProjectsOnServer;
  /** Documents per bulk request. */
  readonly bulkSize: number;
  /**
   * Pauses the pulls of this collection. If `pausesAll` is true, because there is much to send, all other pulls are
   * paused too.
   * @returns a function that resumes them
   */
  readonly pausePulls: (pausesAll: boolean) => () => void;
  readonly onProgress: (done: number, total: number) => void;
  readonly verdictLog: VerdictLog;
  /** Called with the documents after verdicts were applied. */
  readonly onVerdicts: (rows: readonly EditableRow[]) => void;
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
      const ids = blockedDocuments.filterUnblocked([...deletedIds, ...pendingIds]);
      if (ids.length > 0) await sender(ids);
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
 * Sends the pending edits of these documents.
 * @throws CallError `cancelled`
 */
type Sender = (ids: readonly string[]) => Promise<void>;

function createSender(
  options: PushOptions,
  blockedDocuments: BlockedDocuments,
  wake: () => void,
): Sender {
  const { entity, wire, retry, sync } = options;
  if (wire.bulkRequest && sync.verdictSchema) {
    const sharedQueue: QueueKey = { kind: 'push', collection: entity.collection };
    return (ids) => retry.run(sharedQueue, createBulkPush(options, blockedDocuments, ids));
  }
  const pushSingle = createSinglePush({
    ...options,
    applyVerdict: (id, event) => applyVerdicts(options, new Map([[id, event]])),
    onChanged: wake,
  });
  return async (ids) => {
    const { rows } = await blockedDocuments.readSendable(ids);
    pushSingle(rows.filter((row) => wire.nextRequest(row) !== null).map(({ uuid }) => uuid));
  };
}

/**
 * Applies each verdict to its document by compare-and-set.
 * @param snapshot the documents as read before sending; most are unchanged
 * @throws SyncError
 */
async function applyVerdicts(
  { collection, sync, verdictLog, onVerdicts }: PushOptions,
  verdicts: ReadonlyMap<string, unknown>,
  snapshot?: Snapshot<EditableDocument>,
): Promise<void> {
  const next = (row: EditableRow) => sync.next(row, verdicts.get(row.uuid));
  // Logged before the write, so that a page that was requested earlier can't overwrite the documents.
  verdictLog.add(verdicts.keys());
  const rows = await changeMany(collection, [...verdicts.keys()], next, snapshot);
  onVerdicts([...rows.values()]);
}

/** After this many consecutive failures of single documents, the server is at fault, not the documents. */
const MAX_CONSECUTIVE_STALLS = 3;

/** One pass over all pending documents, across requests and retries. */
interface Run {
  /** Ids still to send, in order. */
  remainingIds: string[];
  readonly total: number;
  /** Size of the next request. */
  size: number;
  /** Documents that made the server fail; retried after the others. */
  readonly stalls: Map<string, CallError>;
  /** Number of consecutive failures of single documents. */
  consecutiveStalls: number;
  /** The last response's documents, while their verdicts are being stored. */
  pendingStore: { readonly ids: readonly string[]; readonly whenStored: Promise<void> } | null;
}

/**
 * Sends documents in bulk until each has a verdict. Halves a request that is too large, down to one
 * document (F07), and sets aside a document that makes the server fail (F04).
 * @returns a function that continues where its last call stopped; throws CallError if it should be called again later
 */
export function createBulkPush(
  options: PushOptions,
  blockedDocuments: BlockedDocuments,
  ids: readonly string[],
): (signal: AbortSignal) => Promise<void> {
  const { wire, transport, userId, bulkSize: size } = options;
  const run: Run = {
    remainingIds: [...ids],
    total: ids.length,
    size,
    stalls: new Map(),
    consecutiveStalls: 0,
    pendingStore: null,
  };
  const read = async (batch: readonly string[]) => {
    const { rows, snapshot } = await blockedDocuments.readSendable(batch);
    return { rows: rows.filter((row) => wire.nextRequest(row) !== null), snapshot };
  };
  const sendAll = async (signal: AbortSignal) => {
    const context = { sender: createRequestSender(transport, { userId, signal }), signal };
    const reader = createReadAhead(read);
    run.remainingIds.push(...run.stalls.keys());
    run.stalls.clear();
    run.consecutiveStalls = 0;
    while (run.remainingIds.length > 0) {
      const batch = run.remainingIds.slice(0, run.size);
      const sendable = await reader.read(batch);
      reader.prefetch(run.remainingIds.slice(batch.length, batch.length + run.size));
      const idsToResend =
        sendable.rows.length === 0 ? [] : await sendBatch(options, sendable, run, context);
      run.remainingIds = [...idsToResend, ...run.remainingIds.slice(batch.length)];
      await yieldToMain();
    }
    await waitUntilStored(run);
    options.onProgress(run.total - run.remainingIds.length, run.total);
    const [stall] = run.stalls.values();
    if (stall) throw stall;
  };
  return async (signal) => {
    const resumePulls = options.pausePulls(run.remainingIds.length > size);
    try {
      await sendAll(signal);
    } catch (error) {
      // If the verdicts of the previous request can't be stored, its documents are sent again.
      await waitUntilStored(run).catch(() => undefined);
      throw error;
    } finally {
      resumePulls();
    }
  };
}

/**
 * Waits until the verdicts of the previous request are stored.
 * @throws SyncError if they can't be stored; the server repeats them when their documents are sent again
 */
async function waitUntilStored(run: Run): Promise<void> {
  const { pendingStore } = run;
  run.pendingStore = null;
  await pendingStore?.whenStored.catch((error: unknown) => {
    run.remainingIds = [...pendingStore.ids, ...run.remainingIds];
    throw error;
  });
}

/** Reads the next batch while the previous one is being sent. */
function createReadAhead(read: (batch: readonly string[]) => Promise<SendableRows>) {
  let nextBatch: { batch: readonly string[]; sendable: Promise<SendableRows> } | null = null;
  return {
    prefetch(batch: readonly string[]) {
      nextBatch = { batch, sendable: read(batch) };
      // Callers of `read` get the error, but if they never read the batch, the rejection must not count as unhandled.
      nextBatch.sendable.catch(() => undefined);
    },
    read(batch: readonly string[]) {
      const sendable =
        nextBatch && deepEqual(nextBatch.batch, batch) ? nextBatch.sendable : read(batch);
      nextBatch = null;
      return sendable;
    },
  };
}

interface SendContext {
  readonly sender: RequestSender;
  readonly signal: AbortSignal;
}

/**
 * @returns ids to resend, in smaller requests or because the server was restored in the meantime
 * @throws CallError for errors that should be retried later
 */
async function sendBatch(
  options: PushOptions,
  { rows, snapshot }: SendableRows,
  run: Run,
  { sender, signal }: SendContext,
): Promise<string[]> {
  const checkHistory = options.historyCheck.start();
  const isSameHistory = () => checkHistory(signal);
  try {
    const verdicts = await sendRows(options, rows, sender);
    const hasRejections = [...verdicts.values()].some(
      (event) => event.type === 'verdict' && event.verdict.error !== null,
    );
    if (hasRejections && !(await isSameHistory())) return idsOf(rows);
    await waitUntilStored(run);
    await yieldToMain();
    // Not awaited, so that the next request can start.
    const whenStored = applyVerdicts(options, verdicts, snapshot).then(() =>
      options.onProgress(run.total - run.remainingIds.length, run.total),
    );
    whenStored.catch(() => undefined);
    run.pendingStore = { ids: idsOf(rows), whenStored };
    run.size = Math.min(options.bulkSize, Math.max(run.size, rows.length * 2));
    run.consecutiveStalls = 0;
    return [];
  } catch (error) {
    if (!(error instanceof CallError) || error.code === 'unknown_shape') throw error;
    if (rows.length > 1) return handleBatchError(options, error, rows, run);
    const [row] = rows;
    if (!row) return [];
    return (await handleSingleError(options, error, row, { run, isSameHistory })) ? [row.uuid] : [];
  }
}

function idsOf(rows: readonly EditableRow[]): string[] {
  return rows.map(({ uuid }) => uuid);
}

/** After these errors, a smaller request may succeed later. */
const splittableCodes: ReadonlySet<string> = new Set(['timeout', 'internal']);
/** Errors that a single document may cause. */
const singleDocumentCodes: ReadonlySet<string> = new Set(['internal', 'too_large_for_network']);

/** Continues with a smaller request, or throws (F04, F07, F18). */
function handleBatchError(
  { entity: { isUserWork } }: PushOptions,
  error: CallError,
  rows: readonly EditableRow[],
  run: Run,
): string[] {
  const isTooLarge = error.code === 'too_large_for_network';
  const isRetriedLater = splittableCodes.has(error.code);
  if (!isTooLarge && !isRetriedLater && !isFinalError(error, isUserWork)) throw error;
  run.size = Math.ceil(rows.length / 2);
  // Don't retry immediately after a timeout or a server error.
  if (isRetriedLater) throw error;
  return idsOf(rows);
}

/**
 * Handles an error of a request with a single document.
 * @returns true if the document must be resent, because the server was restored in the meantime
 */
async function handleSingleError(
  options: PushOptions,
  error: CallError,
  row: EditableRow,
  { run, isSameHistory }: { readonly run: Run; readonly isSameHistory: () => Promise<boolean> },
): Promise<boolean> {
  if (singleDocumentCodes.has(error.code)) {
    run.consecutiveStalls += 1;
    // This document isn't set aside, so it's the first to be sent again.
    if (run.consecutiveStalls >= MAX_CONSECUTIVE_STALLS) throw error;
    run.stalls.set(row.uuid, error);
    return false;
  }
  if (!isFinalError(error, options.entity.isUserWork)) throw error;
  if (!(await isSameHistory())) return true;
  const refusal = { code: error.code, message: '' };
  await applyVerdicts(
    options,
    new Map([[row.uuid, { type: 'rejected', edit: row.op_id, refusal }]]),
  );
  return false;
}

/**
 * A bulk response with unparsed verdicts. Each verdict is parsed separately, so that an invalid one can't fail the
 * others.
 */
const bulkResponse = v.object({ data: v.array(v.unknown()) });

type BulkEvent =
  | { readonly type: 'verdict'; readonly verdict: BulkVerdict }
  | EngineEvent<EditableDocument>;

/** @returns the verdict on each row as an event, by document id */
async function sendRows(
  { entity, wire, sync, log }: PushOptions,
  rows: readonly EditableRow[],
  sender: RequestSender,
): Promise<ReadonlyMap<string, BulkEvent>> {
  const { verdictSchema } = sync;
  const request = wire.bulkRequest?.(rows);
  if (!request || !verdictSchema) throw new Error(`The ${entity.kind} isn't sent in bulk.`);
  const { data } = await sender.sendWithSchema(request, bulkResponse);
  // The server sends a verdict for every edit, so an empty list can't be its response.
  if (data.length === 0) throw new CallError('not_an_answer');
  const verdicts = new Map(
    data.flatMap((item) => {
      const { success, output } = v.safeParse(verdictSchema, item);
      return success ? [[output.op_id, output] as const] : [];
    }),
  );
  return new Map(
    rows.map(({ uuid, op_id }): [string, BulkEvent] => {
      const verdict = verdicts.get(op_id);
      if (verdict) return [uuid, { type: 'verdict', verdict }];
      // Without a readable verdict, keep the edit and report it (F15).
      log.add('unknown_shape', { collection: entity.collection });
      const refusal = { code: 'unknown_shape', message: '' };
      return [uuid, { type: 'rejected', edit: op_id, refusal }];
    }),
  );
}
