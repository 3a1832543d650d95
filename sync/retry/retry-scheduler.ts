import { HOUR_MS } from '#schemas/durations.ts';
import { isUnauthorised } from '../http/authenticator.ts';
import { CallError, type CallErrorCode, isUnreachable } from '../http/call-error.ts';
import type { Connectivity } from '../http/connectivity.ts';
import type { Session } from '../http/session.ts';
import type { Clock } from '../ports.ts';
import { type SyncErrorCode, SyncError } from '../store/sync-error.ts';
import { type QueueKey, queueName } from './queue-key.ts';
import { backoffMs } from './retry-policy.ts';
import { createRetryTimers, MAX_SLEEP_MS, type RetryTimers } from './retry-timers.ts';

/** Reason why an attempt failed, for the status. `unexpected`: a bug, not a network failure. */
export type FailureCode = CallErrorCode | SyncErrorCode | 'unexpected';

/** Status of one queue. */
export interface QueueRecord {
  readonly key: QueueKey;
  readonly lastTryAt: number;
  /** Reason why the last attempt failed; null if it succeeded or is still running. */
  readonly lastError: FailureCode | null;
  readonly nextTryAt: number | null;
  readonly lastSuccessAt: number | null;
}

/** Status of all queues together. */
export interface RetryState {
  /** Number of queues with a running request. */
  readonly runningCount: number;
  /** Number of queues waiting to retry. */
  readonly waiting: number;
  /** True if the queues can't continue until the user signs in. */
  readonly blocked: boolean;
  readonly nextTryAt: number | null;
  readonly lastError: FailureCode | null;
  readonly lastSuccessAt: number | null;
  /** Only queues tried since the app started. */
  readonly queues: readonly QueueRecord[];
}

interface QueueOptions {
  /**
   * True if the work makes no API request. It then needs no session, and its success doesn't count as contact with the
   * server.
   */
  readonly isLocal?: boolean;
  /**
   * True if the work only reads. The queue then pauses while the server is known to be unreachable. Queues that send
   * are tried anyway (F12).
   */
  readonly isReadOnly?: boolean;
}

export interface RetryScheduler {
  /**
   * Runs work until it succeeds, with retries. Work in one queue never overlaps.
   * @throws CallError `cancelled` once halted or closed; nothing else
   */
  run<T>(
    key: QueueKey,
    work: (signal: AbortSignal) => Promise<T>,
    options?: QueueOptions,
  ): Promise<T>;
  /**
   * Retries all waiting queues now and resets their backoff.
   * @param overridesRetryAfter true if the user asked for it or signed in
   */
  resume(overridesRetryAfter?: boolean): void;
  /** Retries one queue now because it has new work. Keeps its backoff. */
  retryNow(key: QueueKey): void;
  state(): RetryState;
  subscribe(listener: (state: RetryState) => void): () => void;
  /** Aborts all running and pending work and clears all status. Later calls start fresh. */
  halt(): void;
  close(): void;
}

interface RetrySchedulerOptions {
  readonly userId: string;
  readonly session: Session;
  readonly connectivity: Connectivity;
  readonly clock: Clock;
  readonly random: () => number;
}

/** Upper bound for Retry-After, in ms. */
const MAX_RETRY_AFTER_MS = HOUR_MS;

interface Queue extends Required<QueueOptions> {
  readonly key: QueueKey;
  failures: number;
  /** Paused without an attempt, because the server is unreachable. */
  isPaused: boolean;
  /** Waiting for a sign-in. */
  awaitsSignIn: boolean;
  /** The server sent Retry-After, which only the user can override. */
  hasRetryAfter: boolean;
  tail: Promise<unknown>;
}

/**
 * Retries for days if necessary (F08): backs off with jitter, resumes when the network is back, pauses while
 * a sign-in is needed (F09) or during maintenance (F10). Backoff survives a flap of the network (F14): only a
 * success, the server's return after an outage, or the user resets it.
 */
export function createRetryScheduler(options: RetrySchedulerOptions): RetryScheduler {
  const listeners = new Set<(state: RetryState) => void>();
  let period = createPeriod(options);

  const state = (): RetryState => period.queueStatus.state(period.timers);
  const notify = () => {
    const currentState = state();
    [...listeners].forEach((listener) => listener(currentState));
  };
  const resume = (isUserRequest = false) => {
    for (const [name, queue] of period.queues) {
      queue.failures = 0;
      if (isUserRequest || !queue.hasRetryAfter) period.timers.wake(name);
    }
  };
  const abortPeriod = () => period.abort.abort(new CallError('cancelled'));

  const unsubscribers = subscribeToResumes(options, {
    resume,
    resumePaused() {
      for (const [name, queue] of period.queues) if (queue.isPaused) period.timers.wake(name);
    },
    isAwaitingSignIn: () => [...period.queues.values()].some((queue) => queue.awaitsSignIn),
    notify,
  });

  return {
    run(key, work, runOptions) {
      const currentPeriod = period;
      const queue = getQueue(currentPeriod.queues, key, runOptions);
      const result = queue.tail.then(() =>
        runWithRetries(currentPeriod, queue, work, options, notify),
      );
      queue.tail = result.catch(() => undefined);
      return result;
    },
    resume,
    retryNow(key) {
      const name = queueName(key);
      if (period.queues.get(name)?.hasRetryAfter === false) period.timers.wake(name);
    },
    state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    halt() {
      if (period.abort.signal.aborted) return;
      abortPeriod();
      period = createPeriod(options);
    },
    close() {
      unsubscribers.forEach((stop) => stop());
      abortPeriod();
    },
  };
}

/** State between two halts. */
interface Period {
  readonly queues: Map<string, Queue>;
  readonly queueStatus: ReturnType<typeof createQueueStatus>;
  readonly timers: RetryTimers;
  readonly abort: AbortController;
}

function createPeriod(options: RetrySchedulerOptions): Period {
  const abort = new AbortController();
  const timers = createRetryTimers(options.clock, abort.signal);
  return { queues: new Map(), queueStatus: createQueueStatus(options), timers, abort };
}

async function runWithRetries<T>(
  { queueStatus, timers, abort }: Period,
  queue: Queue,
  work: (signal: AbortSignal) => Promise<T>,
  options: RetrySchedulerOptions,
  notify: () => void,
): Promise<T> {
  const { signal } = abort;
  const attempt = async (): Promise<T> => {
    // Without a session the transport would only fail.
    if (needsSignIn(queue, options)) throw new CallError('unauthorised', { status: 401 });
    queue.isPaused = queue.isReadOnly && options.connectivity.state() !== 'online';
    if (queue.isPaused) throw new CallError('offline');
    queueStatus.onStart();
    notify();
    return work(signal).finally(() => queueStatus.onEnd());
  };
  while (!signal.aborted) {
    queueStatus.onAttempt(queue.key);
    try {
      const result = await attempt();
      queue.failures = 0;
      queueStatus.onSuccess(queue.key, queue.isLocal, timers.count() === 0);
      notify();
      return result;
    } catch (error) {
      if (signal.aborted) break;
      const delay = recordFailure(error, queue, options);
      queueStatus.onFailure(queue.key, error, delay);
      await timers.sleep(queueName(queue.key), delay, notify);
      queue.awaitsSignIn = false;
    }
  }
  throw new CallError('cancelled');
}

/**
 * Subscribes to everything that resumes queues.
 * @returns functions that unsubscribe
 */
function subscribeToResumes(
  options: RetrySchedulerOptions,
  handlers: {
    resume(isUserRequest?: boolean): void;
    resumePaused(): void;
    isAwaitingSignIn(): boolean;
    notify(): void;
  },
): (() => void)[] {
  const { session, connectivity } = options;
  return [
    connectivity.subscribe((connection, hasRecovered) => {
      if (hasRecovered) handlers.resume();
      else if (connection === 'online') handlers.resumePaused();
    }),
    session.subscribe(() => {
      // A renewed token isn't a reason to resume. Check the queues rather than the previous state, because if another
      // tab ends and restarts the session, both changes arrive as one event.
      if (isSignedIn(options) && handlers.isAwaitingSignIn()) handlers.resume(true);
      handlers.notify();
    }),
  ];
}

function getQueue(
  queues: Map<string, Queue>,
  key: QueueKey,
  { isLocal = false, isReadOnly = false }: QueueOptions = {},
): Queue {
  const name = queueName(key);
  const existingQueue = queues.get(name);
  if (existingQueue) return existingQueue;
  const queue = {
    key,
    isLocal,
    isReadOnly,
    failures: 0,
    isPaused: false,
    awaitsSignIn: false,
    hasRetryAfter: false,
    tail: Promise.resolve(),
  };
  queues.set(name, queue);
  return queue;
}

function needsSignIn({ isLocal }: Queue, options: RetrySchedulerOptions): boolean {
  return !isLocal && !isSignedIn(options);
}

/**
 * Records a failure in the queue.
 * @returns the wait before the next attempt, in ms
 */
function recordFailure(error: unknown, queue: Queue, options: RetrySchedulerOptions): number {
  if (!isUnauthorised(error) && !queue.isPaused) queue.failures += 1;
  const retryAfterMs = error instanceof CallError ? (error.retryAfterMs ?? 0) : 0;
  // Polling notices the end of maintenance, usually before its Retry-After expires. A proxy's
  // Retry-After no longer applies once the network changes.
  const isFromServer = error instanceof CallError && !isUnreachable(error);
  queue.hasRetryAfter = retryAfterMs > 0 && isFromServer && error.code !== 'maintenance';
  queue.awaitsSignIn = needsSignIn(queue, options);
  if (queue.isPaused || queue.awaitsSignIn) return MAX_SLEEP_MS;
  return Math.max(
    Math.min(retryAfterMs, MAX_RETRY_AFTER_MS),
    backoffMs(queue.failures, options.random()),
  );
}

/** Tracks the status of all queues. */
function createQueueStatus(options: RetrySchedulerOptions) {
  const { clock } = options;
  const records = new Map<string, QueueRecord>();
  let runningCount = 0;
  let lastError: FailureCode | null = null;
  let lastSuccessAt: number | null = null;
  const updateRecord = (key: QueueKey, changes: Partial<QueueRecord>) => {
    const name = queueName(key);
    records.set(name, { ...(records.get(name) ?? { key, ...NOT_TRIED }), ...changes });
  };
  return {
    onStart: () => (runningCount += 1),
    onEnd: () => (runningCount -= 1),
    onAttempt: (key: QueueKey) =>
      updateRecord(key, { lastTryAt: clock(), lastError: null, nextTryAt: null }),
    onSuccess(key: QueueKey, isLocal: boolean, isIdle: boolean) {
      if (!isLocal) lastSuccessAt = clock();
      if (isIdle) lastError = null;
      updateRecord(key, { lastSuccessAt: clock() });
    },
    onFailure(key: QueueKey, error: unknown, delay: number) {
      lastError = failureCode(error);
      updateRecord(key, { lastError, nextTryAt: delay < MAX_SLEEP_MS ? clock() + delay : null });
    },
    state(timers: Pick<RetryTimers, 'count' | 'nextAt'>): RetryState {
      const waitingCount = timers.count();
      return {
        runningCount,
        waiting: waitingCount,
        blocked: waitingCount > 0 && !isSignedIn(options),
        nextTryAt: isSignedIn(options) ? timers.nextAt() : null,
        lastError,
        lastSuccessAt,
        queues: [...records.values()],
      };
    },
  };
}

const NOT_TRIED = { lastTryAt: 0, lastError: null, nextTryAt: null, lastSuccessAt: null } as const;

/** True if the queues' user is signed in. */
function isSignedIn({ session, userId }: RetrySchedulerOptions): boolean {
  const state = session.state();
  return state.name === 'signed_in' && state.account.user_id === userId;
}

/** Returns the code of an error; `unexpected` for a bug. */
export function failureCode(error: unknown): FailureCode {
  return error instanceof CallError || error instanceof SyncError ? error.code : 'unexpected';
}
