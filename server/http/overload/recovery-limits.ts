import { type FastifyInstance } from 'fastify';
import pLimit from 'p-limit';
import { Counter } from 'prom-client';
import { HOUR_MS } from '#schemas/durations.ts';
import { type Environment } from '#server/environment.ts';
import { ApiFailure } from '../failure.ts';
import { type Actor } from '../handler.ts';
import { createKeyedLimiter, MAX_QUEUED_PER_PERSON } from './concurrency-limits.ts';
import { createRecoveryPace } from './recovery-pace.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Spreads out devices' recoveries after a new epoch, so that other requests don't wait for them. */
    recovery: RecoveryLimits;
  }
}

interface RecoveryLimits {
  /**
   * Runs a pull from the beginning; only a few run at a time on this server.
   * @throws ApiFailure `too_many_requests` if too many pulls of this person are queued
   */
  runFullPull<Result>(
    person: Pick<Actor, 'userId' | 'companyId'>,
    pull: () => Promise<Result>,
  ): Promise<Result>;
  /**
   * Runs a person's other work, and measures how long it takes. Recoveries start less often while such work takes
   * longer than usual.
   */
  measureWork<Result>(work: () => Promise<Result>): Promise<Result>;
  /** @throws ApiFailure `unavailable` with a retry time, if it isn't yet this device's turn to recover */
  checkTurn(person: Pick<Actor, 'sessionId'>): void;
}

/** Number of pulls that this process has deferred, exposed at /metrics. */
export const recoveriesDeferred = new Counter({
  name: 'club_recoveries_deferred_total',
  help: 'Pulls answered with a time to retry, because many devices recover after a restored backup.',
  registers: [],
});

/** Share of the connections for pulls from the beginning. */
const SHARE = 1 / 10;
/** The embedded database has one connection. A second pull may start, so that it's ready to use the connection next. */
const MIN_CONCURRENCY = 2;
/** While more pulls than this are queued, no further recovery starts. */
const BUSY_QUEUE = 1;
/** Minimum wait requested from a device while the queue is long, in ms. Random jitter can double it. */
const BUSY_WAIT_MS = 3_000;
/** Time after the start of a device's turn, in ms, in which the device notices the new epoch in all its lists. */
const TURN_MS = HOUR_MS;

/** A device's turn to recover. */
interface Turn {
  readonly position: number;
  readonly expiresAt: number;
  hasStarted: boolean;
}

/**
 * Limits recoveries. In a recovery after a new epoch, a device compares all its data with the server's. Devices take
 * turns in order of arrival. Until a device's turn comes, its pulls wait, but its writes are handled as usual.
 */
export function limitRecoveries(app: FastifyInstance, environment: Environment): void {
  const { databaseUrl, databasePoolSize, rateLimitFactor } = environment;
  const connections = databaseUrl === null ? 1 : databasePoolSize;
  const pullLimit = pLimit(Math.max(MIN_CONCURRENCY, Math.floor(connections * SHARE)));
  const maxQueued = MAX_QUEUED_PER_PERSON * rateLimitFactor;
  const perPerson = createKeyedLimiter({ concurrency: MIN_CONCURRENCY, maxQueued });
  // The company's queue needs no limit, because the queues of its people are already limited.
  const perCompany = createKeyedLimiter({
    concurrency: MIN_CONCURRENCY,
    maxQueued: Number.POSITIVE_INFINITY,
  });
  const pace = createRecoveryPace(performance.now());
  const getTurn = createTurns(pace);
  app.decorate('recovery', {
    runFullPull: ({ userId, companyId }, pull) =>
      perPerson(userId, () => perCompany(companyId, () => pullLimit(pull))),
    async measureWork(work) {
      const startedAt = performance.now();
      try {
        return await work();
      } finally {
        const now = performance.now();
        pace.observe(now - startedAt, now);
      }
    },
    checkTurn({ sessionId }) {
      const now = performance.now();
      const turn = getTurn(sessionId, now);
      if (turn.hasStarted) return;
      const turnMs = pace.waitFor(turn.position, now);
      const isBusy = pullLimit.pendingCount > BUSY_QUEUE;
      turn.hasStarted = turnMs === 0 && !isBusy;
      if (turn.hasStarted) {
        pace.start(now);
        return;
      }
      const busyMs = isBusy ? BUSY_WAIT_MS * (1 + Math.random()) : 0;
      recoveriesDeferred.inc();
      const waitMs = Math.max(turnMs, busyMs);
      throw new ApiFailure('unavailable', { retryAfter: Math.ceil(waitMs / 1000) });
    },
  });
}

/** Creates a function that returns a session's turn. The first call for a session assigns the turn. */
function createTurns(pace: ReturnType<typeof createRecoveryPace>) {
  /** Turns by session, in the order in which they were assigned. */
  const turns = new Map<string, Turn>();
  return (sessionId: string, now: number): Turn => {
    const existingTurn = turns.get(sessionId);
    if (existingTurn) return existingTurn;
    for (const [id, { expiresAt }] of turns) {
      if (expiresAt > now) break;
      turns.delete(id);
    }
    const position = pace.assign(now);
    const expiresAt = now + pace.waitFor(position, now) + TURN_MS;
    const turn = { position, expiresAt, hasStarted: false };
    turns.set(sessionId, turn);
    return turn;
  };
}
