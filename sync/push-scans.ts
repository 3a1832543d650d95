import * as v from 'valibot';
import { calls } from '#schemas/api/calls.ts';
import { MAX_BULK, scanVerdict } from '#schemas/api/scan-calls.ts';
import { CallError } from './call-error.ts';
import type { Patience } from './patience.ts';
import { isToBeSent, refused, scanEditOf, settle, type ScanRow } from './scan-verdicts.ts';
import type { SyncLog } from './sync-log.ts';
import type { Transport } from './transport.ts';

/** Scans in one request. Measured: see the README's table of figures. */
export const SCANS_PER_REQUEST = 250;

/** A bulk's answer with its verdicts still unread: each is read alone, so that one can't spoil the rest. */
const verdicts = v.object({ data: v.array(v.unknown()) });

/** These say that the request was too much; fewer scans may well pass. */
const TOO_MUCH: ReadonlySet<string> = new Set(['payload_too_large', 'timeout']);
/** These say nothing about the scans: try again as it is. */
const PASSING: ReadonlySet<string> = new Set([
  'offline',
  'timeout',
  'cancelled',
  'not_an_answer',
  'unknown_shape',
  'too_many_requests',
  'internal',
  'maintenance',
  'in_progress',
]);

export interface ScanPushOptions {
  readonly userId: string;
  readonly transport: Transport;
  readonly patience: Patience;
  readonly log: SyncLog;
  /** The scans as they are on the device at this moment. */
  readonly latest: (ids: readonly string[]) => Promise<ReadonlyMap<string, ScanRow>>;
  readonly onProgress: (done: number, total: number) => void;
  readonly maxBatch?: number;
}

/**
 * Sends scans in bulk until the server has judged each of them.
 * @returns the scans as the verdicts left them; those that were not to be sent are not among them
 */
export function createScanPush(options: ScanPushOptions) {
  const max = Math.min(options.maxBatch ?? SCANS_PER_REQUEST, MAX_BULK);
  let size = max;

  const send = async (part: readonly ScanRow[], signal: AbortSignal): Promise<unknown[]> => {
    const input = { body: { scans: part.map(scanEditOf) } };
    const { userId, transport } = options;
    const answer = await transport.callAs(calls.saveScans, input, verdicts, { signal, userId });
    size = Math.min(max, Math.max(size, part.length * 2));
    return answer.data;
  };

  /** Decides after a failed request: throws when it is to be tried again later as it is. */
  const onFailure = (error: unknown, part: readonly ScanRow[], settled: Map<string, ScanRow>) => {
    if (!(error instanceof CallError) || error.status === 401) throw error;
    const only = part.length === 1 ? part[0] : undefined;
    if (TOO_MUCH.has(error.code)) size = Math.max(1, Math.ceil(part.length / 2));
    if (PASSING.has(error.code)) throw error;
    // The request as a whole was refused: halve it until the scan is alone that it is about (F04).
    if (!only) size = Math.ceil(part.length / 2);
    else settled.set(only.uuid, refused(only, { code: error.code, message: '' }));
  };

  const sendAll = async (
    rows: Map<string, ScanRow>,
    settled: Map<string, ScanRow>,
    signal: AbortSignal,
  ) => {
    const latest = await options.latest([...rows.keys()]);
    // Edited since: the newer edit is sent in its own turn, this one never.
    let open = [...rows.values()].filter((row) => latest.get(row.uuid)?.op_id === row.op_id);
    while ((open = open.filter((row) => !settled.has(row.uuid))).length > 0) {
      const part = open.slice(0, size);
      try {
        lay(part, await send(part, signal), { rows, settled });
      } catch (error) {
        onFailure(error, part, settled);
      }
      open = open.map((row) => rows.get(row.uuid) ?? row);
      options.onProgress(settled.size, rows.size);
    }
  };

  const lay = (
    part: readonly ScanRow[],
    answers: readonly unknown[],
    { rows, settled }: { rows: Map<string, ScanRow>; settled: Map<string, ScanRow> },
  ) => {
    const known = answers.flatMap((answer) => {
      const parsed = v.safeParse(scanVerdict, answer);
      return parsed.success ? [parsed.output] : [];
    });
    const byOp = new Map(known.map((verdict) => [`${verdict.uuid} ${verdict.op_id}`, verdict]));
    for (const row of part) {
      const verdict = byOp.get(`${row.uuid} ${row.op_id}`);
      if (!verdict) {
        // Kept and reported (F15): a newer build, or the next pull, may understand it.
        options.log.add('unknown_shape', { call: calls.saveScans.id });
        settled.set(row.uuid, refused(row, { code: 'unknown_shape', message: '' }));
        continue;
      }
      const outcome = settle(row, verdict);
      if (outcome.kind === 'settled') settled.set(row.uuid, outcome.row);
      else rows.set(row.uuid, outcome.row);
    }
  };

  return async (pushed: readonly ScanRow[]): Promise<ScanRow[]> => {
    const rows = new Map(pushed.filter(isToBeSent).map((row) => [row.uuid, row]));
    const settled = new Map<string, ScanRow>();
    if (rows.size === 0) return [];
    await options.patience.run('scans', (signal) => sendAll(rows, settled, signal));
    return [...settled.values()];
  };
}
