import { backoffMs } from './backoff.ts';
import { CallError, type CallErrorCode } from '../http/call-error.ts';
import type { Connectivity } from '../http/connectivity.ts';
import type { Clock } from '../ports.ts';
import type { Session } from '../http/session.ts';
import type { SyncErrorCode } from '../store/sync-error.ts';
import { isRefusedSession } from '../http/transport.ts';

/** Why a try failed, for the status. `unexpected` is no failure of the network: a fault of this code. */
export type TryFailure = CallErrorCode | SyncErrorCode | 'unexpected';

/** How one lane stands; what the screen can say of each thing that it carries. */
export interface QueueRecord {
  readonly lastTryAt: number;
  /** Why the last try failed; null when it did not, or is under way. */
  readonly lastError: TryFailure | null;
  readonly nextTryAt: number | null;
  readonly lastSuccessAt: number | null;
}

/** What the retry scheduler is waiting for, all lanes together. */
export interface RetryState {
  /** Lanes that are working right now. */
  readonly working: number;
  /** Lanes that failed and will try again. */
  readonly waiting: number;
  /** A sign-in is needed before anything goes on. */
  readonly blocked: boolean;
  readonly nextTryAt: number | null;
  readonly lastError: TryFailure | null;
  readonly lastSuccessAt: number | null;
  /** How often the API did what was asked since the app was opened. */
  readonly successes: number;
  /** By the lane's name; only of lanes that were tried since the app was opened. */
  readonly lanes: Readonly<Record<string, QueueRecord>>;
}

export interface QueueOptions {
  /** Nothing is asked of the API: needs no session, and success is no contact with it. */
  readonly isLocal?: boolean;
  /**
   * Only asks for news: while the server is known to be out of reach it waits to be woken instead of
   * asking in vain. What is to be sent is tried all the same (F12).
   */
  readonly onlyAsks?: boolean;
}

export interface RetryScheduler {
  /**
   * Tries until it works. One lane is one line of requests: its work never overlaps with itself.
   * @throws CallError `cancelled` once closed; nothing else
   */
  run<T>(
    lane: string,
    work: (signal: AbortSignal) => Promise<T>,
    options?: QueueOptions,
  ): Promise<T>;
  /**
   * Whoever waits tries again at once, with the waits starting small again.
   * @param isAsked by a person: not held back by the gap between wakes
   */
  wake(isAsked?: boolean): void;
  state(): RetryState;
  subscribe(listener: (state: RetryState) => void): () => void;
  close(): void;
}

/** A flapping network may not turn into a storm of tries (F14). */
const WAKE_GAP_MS = 1_000;

interface RetryQueue extends Required<QueueOptions> {
  failures: number;
  queue: Promise<unknown>;
}

/**
 * Keeps trying, for days if need be (F08): backs off with jitter up to a cap, wakes at once when the
 * network is back, rests while a sign-in is needed (F09) or the server is maintained (F10).
 */
export function createRetryScheduler(options: {
  userId: string;
  session: Session;
  connectivity: Connectivity;
  clock: Clock;
  random: () => number;
}): RetryScheduler {
  const { session, connectivity, clock, random } = options;
  const lanes = new Map<string, RetryQueue>();
  const closing = new AbortController();
  const sleepers = new Set<() => void>();
  const listeners = new Set<(state: RetryState) => void>();
  const tries = new Map<string, number>();
  const records = new Map<string, QueueRecord>();
  let working = 0;
  let lastError: TryFailure | null = null;
  let lastSuccessAt: number | null = null;
  let successes = 0;
  let lastWake = Number.NEGATIVE_INFINITY;

  const isSignedIn = () => {
    const now = session.state();
    return now.name === 'signed_in' && now.account.user_id === options.userId;
  };
  const state = (): RetryState => ({
    working,
    waiting: tries.size,
    blocked: tries.size > 0 && !isSignedIn(),
    nextTryAt: tries.size > 0 && isSignedIn() ? Math.min(...tries.values()) : null,
    lastError,
    lastSuccessAt,
    successes,
    lanes: Object.fromEntries(records),
  });
  const record = (name: string, part: Partial<QueueRecord>) => {
    const before = records.get(name) ?? NEVER;
    records.set(name, { ...before, ...part });
  };
  const tell = () => {
    const now = state();
    [...listeners].forEach((listener) => listener(now));
  };
  const wakeNow = () => {
    lastWake = clock();
    for (const lane of lanes.values()) lane.failures = 0;
    [...sleepers].forEach((wake) => wake());
  };

  /** Sleeps for so long, or until woken or closed. */
  const sleep = (name: string, ms: number) =>
    new Promise<void>((resolve) => {
      const done = () => {
        clearTimeout(timer);
        sleepers.delete(done);
        tries.delete(name);
        closing.signal.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, Math.min(ms, MAX_TIMER_MS));
      sleepers.add(done);
      tries.set(name, clock() + ms);
      closing.signal.addEventListener('abort', done);
      tell();
    });

  const waitAfter = (lane: RetryQueue, error: unknown): number => {
    if (!lane.isLocal && !isSignedIn()) return MAX_TIMER_MS;
    const asked = error instanceof CallError ? (error.retryAfterMs ?? 0) : 0;
    return Math.max(asked, backoffMs(lane.failures, random()));
  };

  const attempt = async <T>(lane: RetryQueue, work: (s: AbortSignal) => Promise<T>): Promise<T> => {
    // Nothing to be asked without a session: the transport would only say so.
    if (!lane.isLocal && !isSignedIn()) throw new CallError('unauthorised', { status: 401 });
    if (lane.onlyAsks && connectivity.state() === 'offline') throw new CallError('offline');
    working += 1;
    tell();
    try {
      return await work(closing.signal);
    } finally {
      working -= 1;
    }
  };

  const persist = async <T>(
    name: string,
    lane: RetryQueue,
    work: (s: AbortSignal) => Promise<T>,
  ) => {
    while (!closing.signal.aborted) {
      record(name, { lastTryAt: clock(), lastError: null, nextTryAt: null });
      try {
        const result = await attempt(lane, work);
        lane.failures = 0;
        if (!lane.isLocal) {
          successes += 1;
          lastSuccessAt = clock();
        }
        if (tries.size === 0) lastError = null;
        record(name, { lastSuccessAt: clock() });
        tell();
        return result;
      } catch (error) {
        if (closing.signal.aborted) break;
        lastError = failureCode(error);
        if (!isRefusedSession(error)) lane.failures += 1;
        const wait = waitAfter(lane, error);
        record(name, { lastError, nextTryAt: isSignedIn() ? clock() + wait : null });
        await sleep(name, wait);
      }
    }
    throw new CallError('cancelled');
  };

  const stopListening = [
    connectivity.subscribe((connection) => {
      if (connection === 'online') wake();
    }),
    session.subscribe(() => {
      if (isSignedIn()) wakeNow();
      tell();
    }),
  ];
  const wake = (isAsked = false) => {
    // A clock that was set back is as good a reason as one that has gone on (F33).
    if (isAsked || Math.abs(clock() - lastWake) >= WAKE_GAP_MS) wakeNow();
  };

  return {
    run(name, work, { isLocal = false, onlyAsks = false } = {}) {
      const lane = lanes.get(name) ?? { isLocal, onlyAsks, failures: 0, queue: Promise.resolve() };
      lanes.set(name, lane);
      const done = lane.queue.then(() => persist(name, lane, work));
      lane.queue = done.catch(() => undefined);
      return done;
    },
    wake,
    state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close() {
      stopListening.forEach((stop) => stop());
      closing.abort(new CallError('cancelled'));
    },
  };
}

const NEVER: QueueRecord = {
  lastTryAt: 0,
  lastError: null,
  nextTryAt: null,
  lastSuccessAt: null,
};

/** The longest a timer can sleep, 24.8 days; whoever sleeps longer is woken by an event. */
const MAX_TIMER_MS = 2_147_483_647;

/** The code of whatever was thrown. */
export function failureCode(error: unknown): TryFailure {
  return error instanceof CallError ? error.code : 'unexpected';
}
