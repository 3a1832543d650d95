import * as v from 'valibot';
import type { EditableDocument } from '../entities/registry.ts';
import { CallError } from '../http/call-error.ts';
import { applyVerdicts, type VerdictOptions } from './apply-verdicts.ts';
import type { BlockedDocuments } from './blocked-documents.ts';
import type { BulkVerdict, EditableRow, EngineEvent } from './entity-sync.ts';
import { isFinalError } from './final-errors.ts';
import type { SendOptions } from './push-single.ts';
import { createRequestSender, type RequestSender } from './request-sender.ts';
import { yieldToMain } from './yield-to-main.ts';

/** Options for sending one collection in bulk. */
export interface BulkPushOptions extends SendOptions, VerdictOptions {
  readonly sync: SendOptions['sync'];
  /** Documents per bulk request. */
  readonly bulkSize: number;
  /**
   * Pauses the pulls of this collection. If `pausesAll` is true, because there is much to send, all other pulls are
   * paused too.
   * @returns a function that resumes them
   */
  readonly pausePulls: (pausesAll: boolean) => () => void;
  readonly onProgress: (done: number, total: number) => void;
}

/**
 * Batches in progress on a fast network: while the server works on one, the device reads the next or stores the last
 * one's verdicts. More would wait for the company's lock on the server.
 */
const MAX_BATCHES = 2;
/** On a slower network, simultaneous requests would only compete for it, and time out. */
const FAST_RESPONSE_MS = 1_000;
/** After this many consecutive failures of single documents, the server is at fault, not the documents. */
const MAX_CONSECUTIVE_STALLS = 3;

/** Documents that are being sent in one request. */
interface Batch {
  readonly ids: readonly string[];
  /** False if another batch was in progress at any time. */
  isAlone: boolean;
}

/** One pass over all pending documents, across requests and retries. */
interface Run {
  /** Ids still to send, in order. Each group is sent after the previous one has its verdicts. */
  readonly groups: string[][];
  readonly total: number;
  /** Size of the next request. */
  size: number;
  /** Maximum number of batches in progress. */
  maxBatches: number;
  readonly batches: Set<Batch>;
  /**
   * Documents that the server rejected while another batch was in progress. They're sent again alone, because the other
   * batch may have changed what they were rejected for, such as a serial number in use.
   */
  readonly rejectedIds: string[];
  /** Documents that made the server fail; retried after the others. */
  readonly stalls: Map<string, CallError>;
  /** Number of consecutive failures of single documents. */
  consecutiveStalls: number;
}

interface SendContext {
  readonly sender: RequestSender;
  readonly signal: AbortSignal;
}

/**
 * Sends documents in bulk until each has a verdict. Halves a request that is too large, down to one
 * document (F07), and sets aside a document that makes the server fail (F04).
 * @param groups ids of documents; each group is sent after the previous one has its verdicts
 * @returns a function that continues where its last call stopped; throws CallError if it should be called again later
 */
export function createBulkPush(
  options: BulkPushOptions,
  blockedDocuments: BlockedDocuments,
  groups: readonly (readonly string[])[],
): (signal: AbortSignal) => Promise<void> {
  const { transport, userId, bulkSize } = options;
  const run: Run = {
    groups: groups.map((ids) => [...ids]),
    total: groups.flat().length,
    size: bulkSize,
    maxBatches: 1,
    batches: new Set(),
    rejectedIds: [],
    stalls: new Map(),
    consecutiveStalls: 0,
  };
  const sendAll = async (signal: AbortSignal) => {
    const context = { sender: createRequestSender(transport, { userId, signal }), signal };
    const send = (batch: Batch) => sendBatch(options, blockedDocuments, batch, run, context);
    run.groups.at(-1)?.push(...run.stalls.keys());
    run.stalls.clear();
    run.consecutiveStalls = 0;
    for (const ids of run.groups) await sendGroup(run, ids, send);
    await sendGroup(run, run.rejectedIds, send, 1);
    options.onProgress(run.total, run.total);
    const [stall] = run.stalls.values();
    if (stall) throw stall;
  };
  return async (signal) => {
    const resumePulls = options.pausePulls(countUnsent(run) > bulkSize);
    try {
      await sendAll(signal);
    } finally {
      resumePulls();
    }
  };
}

function countUnsent({ groups, rejectedIds, batches }: Run): number {
  const idLists = [...groups, rejectedIds, ...[...batches].map(({ ids }) => ids)];
  return idLists.reduce((sum, { length }) => sum + length, 0);
}

/**
 * Sends documents in batches, several at a time. After an error, starts no more batches, and waits for those in
 * progress.
 * @param pendingIds ids to send; ids without a verdict are put back
 * @param limit maximum number of batches, also on a fast network
 * @throws the first error
 */
async function sendGroup(
  run: Run,
  pendingIds: string[],
  send: (batch: Batch) => Promise<readonly string[]>,
  limit = MAX_BATCHES,
): Promise<void> {
  const errors: unknown[] = [];
  const sends = new Set<Promise<void>>();
  const start = () => {
    const batch = { ids: pendingIds.splice(0, run.size), isAlone: run.batches.size === 0 };
    for (const otherBatch of run.batches) otherBatch.isAlone = false;
    run.batches.add(batch);
    const putBack = (ids: readonly string[]) => {
      run.batches.delete(batch);
      pendingIds.unshift(...ids);
    };
    const sending = send(batch)
      .then(putBack, (error: unknown) => {
        putBack(batch.ids);
        errors.push(error);
      })
      .finally(() => sends.delete(sending));
    sends.add(sending);
  };
  for (;;) {
    const isMoreDue = pendingIds.length > 0 && errors.length === 0;
    if (isMoreDue && sends.size < Math.min(run.maxBatches, limit)) start();
    else if (sends.size > 0) await Promise.race(sends);
    else break;
  }
  if (errors.length > 0) throw errors[0];
}

/**
 * Reads documents, sends them and stores their verdicts.
 * @returns ids to resend, in smaller requests or because the server was restored in the meantime
 * @throws CallError for errors that should be retried later
 */
async function sendBatch(
  options: BulkPushOptions,
  blockedDocuments: BlockedDocuments,
  batch: Batch,
  run: Run,
  { sender, signal }: SendContext,
): Promise<readonly string[]> {
  const { rows: readyRows, snapshot } = await blockedDocuments.readSendable(batch.ids);
  const rows = readyRows.filter((row) => options.wire.nextRequest(row) !== null);
  if (rows.length === 0) return [];
  const checkHistory = options.historyCheck.start();
  const isSameHistory = () => checkHistory(signal);
  const startedAt = performance.now();
  try {
    const verdicts = await sendRows(options, rows, sender);
    const isFast = performance.now() - startedAt < FAST_RESPONSE_MS;
    const rejectedIds = rejectionsIn(verdicts);
    if (rejectedIds.length > 0 && !(await isSameHistory())) return idsOf(rows);
    run.size = Math.min(options.bulkSize, Math.max(run.size, rows.length * 2));
    run.maxBatches = isFast && run.size === options.bulkSize ? MAX_BATCHES : 1;
    run.consecutiveStalls = 0;
    if (!batch.isAlone) {
      run.rejectedIds.push(...rejectedIds);
      for (const id of rejectedIds) verdicts.delete(id);
    }
    await yieldToMain();
    await applyVerdicts(options, verdicts, snapshot);
    options.onProgress(run.total - countUnsent(run) + rows.length, run.total);
    return [];
  } catch (error) {
    if (!(error instanceof CallError) || error.code === 'unknown_shape') throw error;
    run.maxBatches = 1;
    if (rows.length > 1) return handleBatchError(options, error, rows, run);
    const [row] = rows;
    if (!row) return [];
    return (await handleSingleError(options, error, row, { run, isSameHistory })) ? [row.uuid] : [];
  }
}

function idsOf(rows: readonly EditableRow[]): string[] {
  return rows.map(({ uuid }) => uuid);
}

/** Returns the ids of the rejected documents. */
function rejectionsIn(verdicts: ReadonlyMap<string, BulkEvent>): string[] {
  return [...verdicts].flatMap(([id, event]) =>
    event.type === 'verdict' && event.verdict.error !== null ? [id] : [],
  );
}

/** After these errors, a smaller request may succeed later. */
const splittableCodes: ReadonlySet<string> = new Set(['timeout', 'internal']);
/** Errors that a single document may cause. */
const singleDocumentCodes: ReadonlySet<string> = new Set(['internal', 'too_large_for_network']);

/** Continues with a smaller request, or throws (F04, F07, F18). */
function handleBatchError(
  { entity: { isUserWork } }: BulkPushOptions,
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
  options: BulkPushOptions,
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
  { entity, wire, sync, log }: BulkPushOptions,
  rows: readonly EditableRow[],
  sender: RequestSender,
): Promise<Map<string, BulkEvent>> {
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
