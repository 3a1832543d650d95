import { type FastifyInstance } from 'fastify';
import pLimit from 'p-limit';
import { Counter } from 'prom-client';
import { type Environment } from '#server/environment.ts';
import { ApiFailure } from '../failure.ts';
import { type Actor } from '../handler.ts';
import { createKeyedLimiter, MAX_QUEUED_PER_PERSON } from './concurrency-limits.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Spreads the recoveries of devices after a new epoch, so that other requests don't wait for them. */
    recovery: RecoveryLimits;
  }
}

interface RecoveryLimits {
  /**
   * Runs a pull from the beginning, a few at a time for all people together.
   * @throws ApiFailure `too_many_requests` if too many pulls of this person are queued
   */
  runFullPull<Result>(
    person: Pick<Actor, 'userId' | 'companyId'>,
    pull: () => Promise<Result>,
  ): Promise<Result>;
  /** @throws ApiFailure `unavailable` with a time to retry, if it isn't yet this device's turn to recover */
  checkTurn(person: Pick<Actor, 'sessionId'>): void;
}

/** Counter of this process, exposed at /metrics. */
export const recoveriesDeferred = new Counter({
  name: 'club_recoveries_deferred_total',
  help: 'Pulls answered with a time to retry, because many devices recover after a restored backup.',
  registers: [],
});

/** Share of the connections for pulls from the beginning. */
const SHARE = 1 / 10;
/** The embedded database has one connection; a second pull is ready when it becomes free. */
const MIN_CONCURRENCY = 2;
/** Time between the starts of two recoveries. Each takes about twenty requests. */
const RECOVERY_INTERVAL_MS = 400;
/** Recoveries that start at once, so that a small site isn't delayed. */
export const RECOVERY_BURST = 4;
/** With more queued pulls than this, no further recovery starts. */
const BUSY_QUEUE = 1;
/** Wait of a device whose turn comes while the queue is long, plus as much jitter. */
const BUSY_WAIT_MS = 3_000;
/** Time after its turn in which a device notices the new epoch in all its lists. */
const TURN_MS = 3_600_000;

/** A device's turn to recover. */
interface Turn {
  readonly startsAt: number;
  hasStarted: boolean;
}

/**
 * Limits recoveries: after a new epoch, every device compares all its data with the server's. Each gets a turn in order of
 * arrival. Until then only its pulls wait; what it sends is handled as usual.
 */
export function limitRecoveries(app: FastifyInstance, environment: Environment): void {
  const { databaseUrl, databasePoolSize, rateLimitFactor } = environment;
  const connections = databaseUrl === null ? 1 : databasePoolSize;
  const pulls = pLimit(Math.max(MIN_CONCURRENCY, Math.floor(connections * SHARE)));
  const maxQueued = MAX_QUEUED_PER_PERSON * rateLimitFactor;
  const people = createKeyedLimiter({ concurrency: MIN_CONCURRENCY, maxQueued });
  // The queues of its people bound the company's queue.
  const companies = createKeyedLimiter({
    concurrency: MIN_CONCURRENCY,
    maxQueued: Number.POSITIVE_INFINITY,
  });
  const getTurn = createTurns();
  app.decorate('recovery', {
    runFullPull: ({ userId, companyId }, pull) =>
      people(userId, () => companies(companyId, () => pulls(pull))),
    checkTurn({ sessionId }) {
      const now = performance.now();
      const turn = getTurn(sessionId, now);
      const isBusy = pulls.pendingCount > BUSY_QUEUE;
      turn.hasStarted ||= turn.startsAt <= now && !isBusy;
      if (turn.hasStarted) return;
      const busyMs = isBusy ? BUSY_WAIT_MS * (1 + Math.random()) : 0;
      recoveriesDeferred.inc();
      const waitMs = Math.max(turn.startsAt - now, busyMs);
      throw new ApiFailure('unavailable', { retryAfter: Math.ceil(waitMs / 1000) });
    },
  });
}

/** Creates a function that returns the turn of a session; assigns one the first time. */
function createTurns() {
  /** By session, the earliest first. */
  const turns = new Map<string, Turn>();
  let lastStart = Number.NEGATIVE_INFINITY;
  return (sessionId: string, now: number): Turn => {
    const existing = turns.get(sessionId);
    if (existing) return existing;
    for (const [id, { startsAt }] of turns) {
      if (startsAt + TURN_MS > now) break;
      turns.delete(id);
    }
    const earliest = now - RECOVERY_BURST * RECOVERY_INTERVAL_MS;
    lastStart = Math.max(lastStart, earliest) + RECOVERY_INTERVAL_MS;
    const turn = { startsAt: lastStart, hasStarted: false };
    turns.set(sessionId, turn);
    return turn;
  };
}
