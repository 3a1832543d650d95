import * as v from 'valibot';
import { MAX_BULK, scanVerdict, scanCalls } from '#schemas/api/scan-calls.ts';
import { CallError } from '../../http/call-error.ts';
import type { RetryScheduler } from '../../retry/retry-scheduler.ts';
import { createPoisonWatch } from '../../retry/poison.ts';
import { isToBeSent, scanEditOf, type ScanRow } from './wire.ts';
import { refused, settle } from './machine.ts';
import type { SyncLog } from '../../status/sync-log.ts';
import type { Transport } from '../../http/transport.ts';
import { createVerdictMemory, editKey } from '../../engine/verdict-memory.ts';

/** Scans in one request. Measured: see the README's table of figures. */
export const SCANS_PER_REQUEST = 250;
/** So many scans that fail alone, one after the other: the server is ill, not they. */
const STALLS_IN_A_ROW = 3;

/** A bulk's answer with its verdicts still unread: each is read alone, so that one can't spoil the rest. */
const verdicts = v.object({ data: v.array(v.unknown()) });

/** These say nothing about the scans: the request is tried again as it is. */
const PASSING: ReadonlySet<string> = new Set([
  'offline',
  'cancelled',
  'not_an_answer',
  'unknown_shape',
  'too_many_requests',
  'maintenance',
  'in_progress',
]);

export interface ScanPushOptions {
  readonly userId: string;
  readonly transport: Transport;
  readonly retry: RetryScheduler;
  readonly log: SyncLog;
  /** The scans as they are on the device at this moment. */
  readonly latest: (ids: readonly string[]) => Promise<ReadonlyMap<string, ScanRow>>;
  readonly onProgress: (done: number, total: number) => void;
  readonly maxBatch?: number;
}

/** One push on its way through however many requests it takes. */
interface Run {
  /** As they are to be sent: a rebased scan takes its old self's place. */
  readonly rows: Map<string, ScanRow>;
  readonly settled: Map<string, ScanRow>;
  /** Set aside until the others are through: the server stumbled over them. */
  readonly stalled: Map<string, CallError>;
}

export interface ScanPush {
  /**
   * Sends scans in bulk until the server has judged each of them.
   * @returns the scans as the verdicts left them; those that were not to be sent are not among them
   */
  send(pushed: readonly ScanRow[]): Promise<ScanRow[]>;
  /** Forgets what the server said: it is another one now (F43). */
  forget(): void;
}

export function createScanPush(options: ScanPushOptions): ScanPush {
  const { userId, transport, retry, log } = options;
  const max = Math.min(options.maxBatch ?? SCANS_PER_REQUEST, MAX_BULK);
  const poison = createPoisonWatch();
  const memory = createVerdictMemory();
  let size = max;
  /** Requests that went well within a run, of which the retry scheduler knows nothing yet. */
  let successes = 0;

  const ask = async (part: readonly ScanRow[], signal: AbortSignal): Promise<unknown[]> => {
    const input = { body: { scans: part.map(scanEditOf) } };
    const answer = await transport.callAs(scanCalls.saveScans, input, verdicts, { signal, userId });
    size = Math.min(max, Math.max(size, part.length * 2));
    successes += 1;
    return answer.data;
  };

  /** Goes on with less after a failed request, or throws for it to be tried again later (F04, F07). */
  const onFailure = (error: unknown, part: readonly ScanRow[], run: Run) => {
    if (!(error instanceof CallError) || error.status === 401 || PASSING.has(error.code))
      throw error;
    const [first] = part;
    if (part.length > 1 || !first) {
      size = Math.ceil(part.length / 2);
      // Whoever did not answer in time is not asked again at once.
      if (error.code === 'timeout' || error.code === 'internal') throw error;
      return;
    }
    if (error.code === 'timeout') throw error;
    if (error.code === 'internal' && !isPoison(first)) {
      run.stalled.set(first.uuid, error);
      if (run.stalled.size >= STALLS_IN_A_ROW) throw error;
      return;
    }
    run.settled.set(first.uuid, refused(first, { code: error.code, message: '' }));
  };
  const isPoison = ({ uuid }: ScanRow) =>
    poison.stumbled(uuid, successes + retry.state().successes);

  const lay = (part: readonly ScanRow[], answers: readonly unknown[], run: Run) => {
    const byEdit = new Map(
      answers.flatMap((answer) => {
        const parsed = v.safeParse(scanVerdict, answer);
        return parsed.success ? [[editKey(parsed.output), parsed.output] as const] : [];
      }),
    );
    for (const row of part) {
      const verdict = byEdit.get(editKey(row));
      // Without a verdict that can be read it is kept and reported (F15).
      if (!verdict) log.add('unknown_shape', { call: scanCalls.saveScans.id });
      const outcome = verdict ? settle(row, verdict) : unreadable(row);
      if (verdict && outcome.kind === 'settled') memory.keep(verdict);
      (outcome.kind === 'settled' ? run.settled : run.rows).set(row.uuid, outcome.row);
    }
    run.stalled.clear();
  };

  /** A mark of this device came in between: the verdict is there, and was not laid yet. */
  const settleAgain = (now: ScanRow, run: Run) => {
    const verdict = memory.of(now);
    if (verdict) run.settled.set(now.uuid, settle(now, verdict).row);
  };

  const sendAll = async (run: Run, signal: AbortSignal) => {
    const latest = await options.latest([...run.rows.keys()]);
    for (const [id, row] of run.rows) {
      const now = latest.get(id);
      // Edited since: the newer edit is sent in its own turn, this one never.
      if (now?.op_id !== row.op_id) run.rows.delete(id);
      // Handed over a second time while the verdict of the first was on its way: it stands already.
      else if (!isToBeSent(now)) run.settled.set(id, now);
      else settleAgain(now, run);
    }
    run.stalled.clear();
    for (let part = nextPart(run, size); part.length > 0; part = nextPart(run, size)) {
      try {
        lay(part, await ask(part, signal), run);
      } catch (error) {
        onFailure(error, part, run);
      }
      options.onProgress(run.settled.size, run.rows.size);
    }
    const [stall] = run.stalled.values();
    if (stall) throw stall;
  };

  return {
    async send(pushed) {
      const rows = new Map(pushed.filter(isToBeSent).map((row) => [row.uuid, row]));
      if (rows.size === 0) return [];
      const run: Run = { rows, settled: new Map(), stalled: new Map() };
      await retry.run('scans', (signal) => sendAll(run, signal));
      return [...run.settled.values()];
    },
    forget: () => memory.forget(),
  };
}

function nextPart({ rows, settled, stalled }: Run, size: number): ScanRow[] {
  const part: ScanRow[] = [];
  for (const row of rows.values()) {
    if (part.length >= size) break;
    if (!settled.has(row.uuid) && !stalled.has(row.uuid)) part.push(row);
  }
  return part;
}

function unreadable(row: ScanRow) {
  const refusal = { code: 'unknown_shape', message: '' };
  return { kind: 'settled', row: refused(row, refusal) } as const;
}
