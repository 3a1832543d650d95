import { CallError, type CallErrorCode } from '../http/call-error.ts';
import type { Connectivity } from '../http/connectivity.ts';
import type { Session } from '../http/session.ts';
import { isRefusedSession } from '../http/session-keeper.ts';
import type { Clock } from '../ports.ts';
import type { SyncErrorCode } from '../store/sync-error.ts';
import { backoffMs } from './backoff.ts';
import { createQueueBoard, isSignedIn } from './queue-board.ts';
import { type QueueKey, textOf } from './queue-key.ts';
import { createSleepers, MAX_SLEEP_MS } from './sleepers.ts';

/** Why a try failed, for the status. `unexpected` is no failure of the network: a fault of this code. */
export type TryFailure = CallErrorCode | SyncErrorCode | 'unexpected';

/** How one queue stands; what the screen can say of each thing that it carries. */
export interface QueueRecord {
  readonly key: QueueKey;
  readonly lastTryAt: number;
  /** Why the last try failed; null when it did not, or is under way. */
  readonly lastError: TryFailure | null;
  readonly nextTryAt: number | null;
  readonly lastSuccessAt: number | null;
}

/** What the scheduler is waiting for, all queues together. */
export interface RetryState {
  /** Queues that are working right now. */
  readonly working: number;
  /** Queues that failed and will try again. */
  readonly waiting: number;
  /** A sign-in is needed before anything goes on. */
  readonly blocked: boolean;
  readonly nextTryAt: number | null;
  readonly lastError: TryFailure | null;
  readonly lastSuccessAt: number | null;
  /** How often the API did what was asked since the app was opened. */
  readonly successes: number;
  /** Only of queues that were tried since the app was opened. */
  readonly queues: readonly QueueRecord[];
}

export interface QueueOptions {
  /** Nothing is asked of the API: needs no session, and success is no contact with it. */
  readonly isLocal?: boolean;
  /**
   * Only asks for remote changes: while the server is known to be out of reach it waits to be woken instead of
   * asking in vain. What is to be sent is tried all the same (F12).
   */
  readonly onlyAsks?: boolean;
}

export interface RetryScheduler {
  /**
   * Tries until it works. One queue is one line of requests: its work never overlaps with itself.
   * @throws CallError `cancelled` once closed; nothing else
   */
  run<T>(
    key: QueueKey,
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

export interface RetrySchedulerOptions {
  readonly userId: string;
  readonly session: Session;
  readonly connectivity: Connectivity;
  readonly clock: Clock;
  readonly random: () => number;
}

/** A flapping network may not turn into a storm of tries (F14). */
const WAKE_GAP_MS = 1_000;

interface Queue extends Required<QueueOptions> {
  readonly key: QueueKey;
  failures: number;
  tail: Promise<unknown>;
}

/**
 * Keeps trying, for days if need be (F08): backs off with jitter up to a cap, wakes at once when the
 * network is back, rests while a sign-in is needed (F09) or the server is maintained (F10).
 */
export function createRetryScheduler(options: RetrySchedulerOptions): RetryScheduler {
  const { session, connectivity, clock } = options;
  const queues = new Map<string, Queue>();
  const closing = new AbortController();
  const listeners = new Set<(state: RetryState) => void>();
  const board = createQueueBoard(options);
  const sleepers = createSleepers(clock, closing.signal);
  let lastWake = Number.NEGATIVE_INFINITY;

  const state = (): RetryState => board.state(sleepers.wakingAt());
  const tell = () => {
    const now = state();
    [...listeners].forEach((listener) => listener(now));
  };
  const wakeNow = () => {
    lastWake = clock();
    for (const queue of queues.values()) queue.failures = 0;
    sleepers.wake();
  };
  const wake = (isAsked = false) => {
    // A clock that was set back is as good a reason as one that has gone on (F33).
    if (isAsked || Math.abs(clock() - lastWake) >= WAKE_GAP_MS) wakeNow();
  };

  const attempt = async <T>(queue: Queue, work: (s: AbortSignal) => Promise<T>): Promise<T> => {
    // Nothing to be asked without a session: the transport would only say so.
    if (!queue.isLocal && !isSignedIn(options))
      throw new CallError('unauthorised', { status: 401 });
    if (queue.onlyAsks && connectivity.state() === 'offline') throw new CallError('offline');
    board.began();
    tell();
    return work(closing.signal).finally(() => board.ended());
  };
  const persist = async <T>(queue: Queue, work: (s: AbortSignal) => Promise<T>) => {
    while (!closing.signal.aborted) {
      board.tried(queue.key);
      try {
        const result = await attempt(queue, work);
        queue.failures = 0;
        board.succeeded(queue.key, queue.isLocal, sleepers.wakingAt().length === 0);
        tell();
        return result;
      } catch (error) {
        if (closing.signal.aborted) break;
        if (!isRefusedSession(error)) queue.failures += 1;
        const wait = waitAfter(queue, error, options);
        board.failed(queue.key, error, wait);
        await sleepers.sleep(textOf(queue.key), wait, tell);
      }
    }
    throw new CallError('cancelled');
  };

  const stopListening = [
    connectivity.subscribe((connection) => connection === 'online' && wake()),
    session.subscribe(() => {
      if (isSignedIn(options)) wakeNow();
      tell();
    }),
  ];

  return {
    run(key, work, how) {
      const queue = queueIn(queues, key, how);
      const done = queue.tail.then(() => persist(queue, work));
      queue.tail = done.catch(() => undefined);
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

function queueIn(
  queues: Map<string, Queue>,
  key: QueueKey,
  { isLocal = false, onlyAsks = false }: QueueOptions = {},
): Queue {
  const name = textOf(key);
  const known = queues.get(name);
  if (known) return known;
  const queue = { key, isLocal, onlyAsks, failures: 0, tail: Promise.resolve() };
  queues.set(name, queue);
  return queue;
}

function waitAfter(queue: Queue, error: unknown, options: RetrySchedulerOptions): number {
  if (!queue.isLocal && !isSignedIn(options)) return MAX_SLEEP_MS;
  const asked = error instanceof CallError ? (error.retryAfterMs ?? 0) : 0;
  return Math.max(asked, backoffMs(queue.failures, options.random()));
}
