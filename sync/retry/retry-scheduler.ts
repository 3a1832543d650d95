import { isUnauthorised } from '../http/authenticator.ts';
import { CallError, type CallErrorCode, isUnreachable } from '../http/call-error.ts';
import type { Connectivity } from '../http/connectivity.ts';
import type { Session } from '../http/session.ts';
import type { Clock } from '../ports.ts';
import { type SyncErrorCode, SyncError } from '../store/sync-error.ts';
import { type QueueKey, queueName } from './queue-key.ts';
import { backoffMs } from './retry-policy.ts';
import { createRetryTimers, MAX_SLEEP_MS, type RetryTimers } from './retry-timers.ts';

/** Why a try failed, for the status. `unexpected` is no failure of the network: a fault of this code. */
export type FailureCode = CallErrorCode | SyncErrorCode | 'unexpected';

/** How one queue stands; what the screen can say of each thing that it carries. */
export interface QueueRecord {
  readonly key: QueueKey;
  readonly lastTryAt: number;
  /** Why the last try failed; null when it did not, or is under way. */
  readonly lastError: FailureCode | null;
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
  readonly lastError: FailureCode | null;
  readonly lastSuccessAt: number | null;
  /** Only of queues that were tried since the app was opened. */
  readonly queues: readonly QueueRecord[];
}

export interface QueueOptions {
  /** Nothing is asked of the API: needs no session, and success is no contact with it. */
  readonly isLocal?: boolean;
  /**
   * Only asks for remote changes: while the server is known to be out of reach it rests until it is not, instead
   * of asking in vain. What is to be sent is tried all the same (F12).
   */
  readonly isReadOnly?: boolean;
}

export interface RetryScheduler {
  /**
   * Tries until it works. One queue is one line of requests: its work never overlaps with itself.
   * @throws CallError `cancelled` once halted or closed; nothing else
   */
  run<T>(
    key: QueueKey,
    work: (signal: AbortSignal) => Promise<T>,
    options?: QueueOptions,
  ): Promise<T>;
  /**
   * Whoever waits tries again at once, with the waits starting small again.
   * @param isAsked by a person: not held back by a wish of the server's either
   */
  resume(isAsked?: boolean): void;
  /** It has something new to carry, and tries at once; its waits go on from where they were. */
  retryNow(key: QueueKey): void;
  state(): RetryState;
  subscribe(listener: (state: RetryState) => void): () => void;
  /** Breaks off what is under way and what waits, and forgets how it stood. What is asked for later begins anew. */
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

/** Whatever a server, or a proxy before it, wishes: nobody is left alone for longer, in ms. */
const LONGEST_WISH_MS = 3_600_000;

interface Queue extends Required<QueueOptions> {
  readonly key: QueueKey;
  failures: number;
  /** It was not tried: what it asks could not be reached. */
  rests: boolean;
  /** Nothing goes on before the person is signed in. */
  awaitsSession: boolean;
  /** The server has named the time of the next try: only a person comes before that. */
  isWished: boolean;
  tail: Promise<unknown>;
}

/**
 * Keeps trying, for days if need be (F08): backs off with jitter up to a cap, wakes at once when the
 * network is back, rests while a sign-in is needed (F09) or the server is maintained (F10). The waits of each
 * queue outlive a flap of the network (F14): only its own success, a return or a person shortens them.
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

/** What there is of queues from one halt to the next. */
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
    // Nothing to be asked without a session: the transport would only say so.
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

/** What wakes them. @returns how to stop it */
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
      // A token that was renewed is no reason: nobody waited for it. Whether anybody waits for a session is asked of them:
      // one that another tab ended and began again is told of only once.
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

/** Notes in a queue why it failed. @returns how long it waits for its next try, in ms */
function waitAfter(error: unknown, queue: Queue, options: RetrySchedulerOptions): number {
  if (!isUnauthorised(error) && !queue.rests) queue.failures += 1;
  const wish = error instanceof CallError ? (error.retryAfterMs ?? 0) : 0;
  // The end of maintenance is noticed in another way, and sooner than the answer has guessed. What something in
  // between wishes ends with the network.
  const isOwn = error instanceof CallError && !isUnreachable(error);
  queue.isWished = wish > 0 && isOwn && error.code !== 'maintenance';
  queue.awaitsSession = lacksSession(queue, options);
  if (queue.rests || queue.awaitsSession) return MAX_SLEEP_MS;
  return Math.max(Math.min(wish, LONGEST_WISH_MS), backoffMs(queue.failures, options.random()));
}

/** Notes how all queues stand. */
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

/** Whether the person whose work it is is signed in. */
export function isSignedIn({ session, userId }: RetrySchedulerOptions): boolean {
  const now = session.state();
  return now.name === 'signed_in' && now.account.user_id === userId;
}

/** The code of whatever was thrown. */
export function failureCode(error: unknown): FailureCode {
  return error instanceof CallError || error instanceof SyncError ? error.code : 'unexpected';
}
