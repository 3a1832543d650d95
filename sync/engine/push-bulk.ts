import { CallError } from '../http/call-error.ts';
import { deepEqual } from '../store/deep-equal.ts';
import { type RequestSender, createRequestSender } from './request-sender.ts';
import type { BlockedDocuments, SendableRows } from './blocked-documents.ts';
import { isFinalError } from './final-errors.ts';
import { yieldToMain } from './yield-to-main.ts';
import { type EditableRow, applyVerdicts, type PushOptions } from './apply-verdicts.ts';

/** So many that fail alone, one after the other: the server is ill, not they. */
const STALLS_IN_A_ROW = 3;

/** One way through all that waits, in however many requests and tries it takes. */
interface Run {
  /** Still to be sent, in their order. */
  open: string[];
  readonly total: number;
  /** So many go in the next request. */
  size: number;
  /** Set aside until the others are through: the server stumbled over them. */
  readonly stalled: Map<string, CallError>;
  /** How many of them failed one after the other. */
  stallsInARow: number;
}

/**
 * Sends many documents in each request, until the server has judged each of them. A request that is too
 * large is halved, down to one (F07); one that the server stumbles over is set aside (F04).
 * @returns goes on from where it was; throws CallError for what is to be tried again later
 */
export function createBulkPush(
  options: PushOptions,
  blocked: BlockedDocuments,
  ids: readonly string[],
): (signal: AbortSignal) => Promise<void> {
  const { wire, transport, userId, bulkSize: size } = options;
  const run: Run = {
    open: [...ids],
    total: ids.length,
    size,
    stalled: new Map(),
    stallsInARow: 0,
  };
  const read = async (part: readonly string[]) => {
    const { rows, reading } = await blocked.readSendable(part);
    return { rows: rows.filter((row) => wire.nextRequest(row) !== null), reading };
  };
  const sendAll = async (signal: AbortSignal) => {
    const ask = createRequestSender(transport, { userId, signal });
    const reader = createReadAhead(read);
    run.open.push(...run.stalled.keys());
    run.stalled.clear();
    run.stallsInARow = 0;
    while (run.open.length > 0) {
      const part = run.open.slice(0, run.size);
      const free = await reader.read(part);
      reader.begin(run.open.slice(part.length, part.length + run.size));
      const rest = free.rows.length === 0 ? [] : await sendPart(options, free, run, ask);
      run.open = [...rest, ...run.open.slice(part.length)];
      options.onProgress(run.total - run.open.length, run.total);
      await yieldToMain();
    }
    const [stall] = run.stalled.values();
    if (stall) throw stall;
  };
  return async (signal) => {
    const release = options.holdPulls();
    await sendAll(signal).finally(release);
  };
}

/** Reads the next part while the one before it is under way. */
function createReadAhead(read: (part: readonly string[]) => Promise<SendableRows>) {
  let begun: { part: readonly string[]; free: Promise<SendableRows> } | null = null;
  return {
    begin(part: readonly string[]) {
      begun = { part, free: read(part) };
      // Whoever takes it hears of its failure; nobody has to take it.
      begun.free.catch(() => undefined);
    },
    read(part: readonly string[]) {
      const free = begun && deepEqual(begun.part, part) ? begun.free : read(part);
      begun = null;
      return free;
    },
  };
}

/**
 * @returns those that are to be sent in smaller requests
 * @throws CallError for what is to be tried again later
 */
async function sendPart(
  options: PushOptions,
  { rows, reading }: SendableRows,
  run: Run,
  ask: RequestSender,
): Promise<string[]> {
  try {
    await applyVerdicts(options, await judgeAll(options, rows, ask), reading);
    run.size = Math.min(options.bulkSize, Math.max(run.size, rows.length * 2));
    run.stallsInARow = 0;
    return [];
  } catch (error) {
    if (!(error instanceof CallError) || error.code === 'unknown_shape') throw error;
    if (rows.length > 1) return afterLargeRequest(options, error, rows, run);
    const [row] = rows;
    if (row) await afterSingleRequest(options, error, row, run);
    return [];
  }
}

/** A smaller request may get through after these, later. */
const halved: ReadonlySet<string> = new Set(['timeout', 'internal']);
/** These may be about one document alone. */
const stalling: ReadonlySet<string> = new Set(['internal', 'too_large_for_network']);

/** Goes on with less, or throws (F04, F07, F18). */
function afterLargeRequest(
  { entity: { isWork } }: PushOptions,
  error: CallError,
  rows: readonly EditableRow[],
  run: Run,
): string[] {
  const isTooLarge = error.code === 'too_large_for_network';
  const isRetriedLater = halved.has(error.code);
  if (!isTooLarge && !isRetriedLater && !isFinalError(error, isWork)) throw error;
  run.size = Math.ceil(rows.length / 2);
  // A server that did not answer in time is not asked again at once.
  if (isRetriedLater) throw error;
  return rows.map(({ uuid }) => uuid);
}

async function afterSingleRequest(
  options: PushOptions,
  error: CallError,
  row: EditableRow,
  run: Run,
): Promise<void> {
  if (stalling.has(error.code)) {
    run.stallsInARow += 1;
    // The last of a row is still open: it is the first to be tried again.
    if (run.stallsInARow >= STALLS_IN_A_ROW) throw error;
    run.stalled.set(row.uuid, error);
    return;
  }
  if (!isFinalError(error, options.entity.isWork)) throw error;
  const refusal = { code: error.code, message: '' };
  await applyVerdicts(
    options,
    new Map([[row.uuid, { type: 'refused', edit: row.op_id, refusal }]]),
  );
}

/** @returns a verdict for each row, by its id */
async function judgeAll(
  { entity, wire, sync, log }: PushOptions,
  rows: readonly EditableRow[],
  ask: RequestSender,
): Promise<ReadonlyMap<string, unknown>> {
  const request = wire.bulkRequest?.(rows);
  const byEdit = request && (await sync.sendMany?.(request, ask));
  return new Map(
    rows.map((row) => {
      const event = byEdit?.get(row.op_id);
      if (event !== undefined) return [row.uuid, event];
      // Without a verdict that can be read it is kept and reported (F15).
      log.add('unknown_shape', { collection: entity.collection });
      const refusal = { code: 'unknown_shape', message: '' };
      return [row.uuid, { type: 'refused', edit: row.op_id, refusal }];
    }),
  );
}
