import { isUnauthorised } from '../http/authenticator.ts';
import { CallError, type CallErrorCode, isUnreachable } from '../http/call-error.ts';
import type { Connectivity } from '../http/connectivity.ts';
import type { Session } from '../http/session.ts';
import type { Clock } from '../ports.ts';
import { type SyncErrorCode, SyncError } from '../store/sync-error.ts';
import { type QueueKey, queueName } from './queue-key.ts';
import { backoffMs } from './retry-policy.ts';
import { createRetryTimers, MAX_SLEEP_MS, type RetryTimers } from './retry-timers.ts';

/** Why a try failed, for the status. `unexpected`: a bug, not a network failure. */
export type FailureCode = CallErrorCode | SyncErrorCode | 'unexpected';

/** Status of one queue, shown for each item it carries. */
export interface QueueRecord {
  readonly key: QueueKey;
  readonly lastTryAt: number;
  /** Why the last try failed; null if it didn't, or is running. */
  readonly lastError: FailureCode | null;
  readonly nextTryAt: number | null;
  readonly lastSuccessAt: number | null;
}

/** Status of all queues together. */
export interface RetryState {
  /** Number of queues with a running request. */
  readonly working: number;
  /** Number of queues waiting to retry. */
  readonly waiting: number;
  /** True if nothing continues before a sign-in. */
  readonly blocked: boolean;
  readonly nextTryAt: number | null;
  readonly lastError: FailureCode | null;
  readonly lastSuccessAt: number | null;
  /** Only queues tried since the app started. */
  readonly queues: readonly QueueRecord[];
}

export interface QueueOptions {
  /** Makes no API request: needs no session, and success doesn't count as contact with the server. */
  readonly isLocal?: boolean;
  /**
   * Only reads: pauses while the server is known to be unreachable. Queues that send are tried anyway (F12).
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
   * @param isAsked true for a user's request, which overrides a Retry-After
   */
  resume(isAsked?: boolean): void;
  /** Retries one queue now because it has new work. Keeps its backoff. */
  retryNow(key: QueueKey): void;
  state(): RetryState;
  subscribe(listener: (state: RetryState) => void): () => void;
  /** Aborts all running and waiting work and forgets all status. Later calls start fresh. */
  halt(): void;
  close(): void;
}

export interface RetrySchedulerOptions {
  readonly userId: string;
  readonly session: Session;
  readonly connectivity: Connectivity;
  readonly clock: Clock;
  readonly random: () => number;
}

/** Upper bound for Retry-After, in ms. */
const LONGEST_WISH_MS = 3_600_000;

interface Queue extends Required<QueueOptions> {
  readonly key: QueueKey;
  failures: number;
  /** Paused without a try because the server is unreachable. */
  rests: boolean;
  /** Waiting for a sign-in. */
  awaitsSession: boolean;
  /** The server sent Retry-After: only a user's request overrides it. */
  isWished: boolean;
  tail: Promise<unknown>;
}

/**
 * Retries for days if necessary (F08): backs off with jitter, resumes when the network is back, pauses while
 * a sign-in is needed (F09) or during maintenance (F10). Backoff survives a flap of the network (F14): only a
 * success, a return or the user resets it.
 */
export function createRetryScheduler(options: RetrySchedulerOptions): RetryScheduler {
  const listeners = new Set<(state: RetryState) => void>();
  let spell = createSpell(options);

  const state = (): RetryState => spell.board.state(spell.sleepers);
  const tell = () => {
    const now = state();
    [...listeners].forEach((listener) => listener(now));
  };
  const resume = (isAsked = false) => {
    for (const [name, queue] of spell.queues) {
      queue.failures = 0;
      if (isAsked || !queue.isWished) spell.sleepers.wake(name);
    }
  };
  const end = () => spell.ending.abort(new CallError('cancelled'));

  const stopListening = listenFor(options, {
    resume,
    resumeResting() {
      for (const [name, queue] of spell.queues) if (queue.rests) spell.sleepers.wake(name);
    },
    isSessionAwaited: () => [...spell.queues.values()].some((queue) => queue.awaitsSession),
    tell,
  });

  return {
    run(key, work, how) {
      const own = spell;
      const queue = queueIn(own.queues, key, how);
      const done = queue.tail.then(() => persist(own, queue, work, options, tell));
      queue.tail = done.catch(() => undefined);
      return done;
    },
    resume,
    retryNow(key) {
      const name = queueName(key);
      if (spell.queues.get(name)?.isWished === false) spell.sleepers.wake(name);
    },
    state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    halt() {
      if (spell.ending.signal.aborted) return;
      end();
      spell = createSpell(options);
    },
    close() {
      stopListening.forEach((stop) => stop());
      end();
    },
  };
}

/** State between two halts. */
interface Spell {
  readonly queues: Map<string, Queue>;
  readonly board: ReturnType<typeof createQueueStatus>;
  readonly sleepers: RetryTimers;
  readonly ending: AbortController;
}

function createSpell(options: RetrySchedulerOptions): Spell {
  const ending = new AbortController();
  const sleepers = createRetryTimers(options.clock, ending.signal);
  return { queues: new Map(), board: createQueueStatus(options), sleepers, ending };
}

async function persist<T>(
  { board, sleepers, ending }: Spell,
  queue: Queue,
  work: (signal: AbortSignal) => Promise<T>,
  options: RetrySchedulerOptions,
  tell: () => void,
): Promise<T> {
  const { signal } = ending;
  const attempt = async (): Promise<T> => {
    // Without a session the transport would only fail.
    if (lacksSession(queue, options)) throw new CallError('unauthorised', { status: 401 });
    queue.rests = queue.isReadOnly && options.connectivity.state() !== 'online';
    if (queue.rests) throw new CallError('offline');
    board.began();
    tell();
    return work(signal).finally(() => board.ended());
  };
  while (!signal.aborted) {
    board.tried(queue.key);
    try {
      const result = await attempt();
      queue.failures = 0;
      board.succeeded(queue.key, queue.isLocal, sleepers.count() === 0);
      tell();
      return result;
    } catch (error) {
      if (signal.aborted) break;
      const wait = waitAfter(error, queue, options);
      board.failed(queue.key, error, wait);
      await sleepers.sleep(queueName(queue.key), wait, tell);
      queue.awaitsSession = false;
    }
  }
  throw new CallError('cancelled');
}

/** Subscribes to everything that resumes queues. @returns functions that unsubscribe */
function listenFor(
  options: RetrySchedulerOptions,
  on: {
    resume(isAsked?: boolean): void;
    resumeResting(): void;
    isSessionAwaited(): boolean;
    tell(): void;
  },
): (() => void)[] {
  const { session, connectivity } = options;
  return [
    connectivity.subscribe((connection, isReturn) => {
      if (isReturn) on.resume();
      else if (connection === 'online') on.resumeResting();
    }),
    session.subscribe(() => {
      // A renewed token is no reason to resume. Check the queues rather than the previous state: another
      // tab's end and restart of the session arrive as one event.
      if (isSignedIn(options) && on.isSessionAwaited()) on.resume(true);
      on.tell();
    }),
  ];
}

function queueIn(
  queues: Map<string, Queue>,
  key: QueueKey,
  { isLocal = false, isReadOnly = false }: QueueOptions = {},
): Queue {
  const name = queueName(key);
  const known = queues.get(name);
  if (known) return known;
  const queue = {
    key,
    isLocal,
    isReadOnly,
    failures: 0,
    rests: false,
    awaitsSession: false,
    isWished: false,
    tail: Promise.resolve(),
  };
  queues.set(name, queue);
  return queue;
}

function lacksSession({ isLocal }: Queue, options: RetrySchedulerOptions): boolean {
  return !isLocal && !isSignedIn(options);
}

/** Records a failure in the queue. @returns the wait before the next try, in ms */
function waitAfter(error: unknown, queue: Queue, options: RetrySchedulerOptions): number {
  if (!isUnauthorised(error) && !queue.rests) queue.failures += 1;
  const wish = error instanceof CallError ? (error.retryAfterMs ?? 0) : 0;
  // Maintenance ends by polling, usually sooner than its Retry-After. A proxy's Retry-After is void once the
  // network changes.
  const isOwn = error instanceof CallError && !isUnreachable(error);
  queue.isWished = wish > 0 && isOwn && error.code !== 'maintenance';
  queue.awaitsSession = lacksSession(queue, options);
  if (queue.rests || queue.awaitsSession) return MAX_SLEEP_MS;
  return Math.max(Math.min(wish, LONGEST_WISH_MS), backoffMs(queue.failures, options.random()));
}

/** Tracks the status of all queues. */
export function createQueueStatus(options: RetrySchedulerOptions) {
  const { clock } = options;
  const records = new Map<string, QueueRecord>();
  let working = 0;
  let lastError: FailureCode | null = null;
  let lastSuccessAt: number | null = null;
  const note = (key: QueueKey, part: Partial<QueueRecord>) => {
    const name = queueName(key);
    records.set(name, { ...(records.get(name) ?? { key, ...NEVER }), ...part });
  };
  return {
    began: () => (working += 1),
    ended: () => (working -= 1),
    tried: (key: QueueKey) => note(key, { lastTryAt: clock(), lastError: null, nextTryAt: null }),
    succeeded(key: QueueKey, isLocal: boolean, isNobodyWaiting: boolean) {
      if (!isLocal) lastSuccessAt = clock();
      if (isNobodyWaiting) lastError = null;
      note(key, { lastSuccessAt: clock() });
    },
    failed(key: QueueKey, error: unknown, wait: number) {
      lastError = failureCode(error);
      note(key, { lastError, nextTryAt: wait < MAX_SLEEP_MS ? clock() + wait : null });
    },
    state(sleepers: Pick<RetryTimers, 'count' | 'nextAt'>): RetryState {
      const waiting = sleepers.count();
      return {
        working,
        waiting,
        blocked: waiting > 0 && !isSignedIn(options),
        nextTryAt: isSignedIn(options) ? sleepers.nextAt() : null,
        lastError,
        lastSuccessAt,
        queues: [...records.values()],
      };
    },
  };
}

const NEVER = { lastTryAt: 0, lastError: null, nextTryAt: null, lastSuccessAt: null } as const;

/** True if the queues' user is signed in. */
export function isSignedIn({ session, userId }: RetrySchedulerOptions): boolean {
  const now = session.state();
  return now.name === 'signed_in' && now.account.user_id === userId;
}

/** The code of an error; `unexpected` for a bug. */
export function failureCode(error: unknown): FailureCode {
  return error instanceof CallError || error instanceof SyncError ? error.code : 'unexpected';
}
