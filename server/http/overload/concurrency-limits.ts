import { type FastifyInstance } from 'fastify';
import pLimit, { type LimitFunction } from 'p-limit';
import { type Environment } from '#server/environment.ts';
import { ApiFailure } from '../failure.ts';
import { type Actor } from '../handler.ts';
import { getNetwork } from './network.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Limits concurrent work on the database per person, token and address. */
    concurrency: ConcurrencyLimits;
    /**
     * Runs operators' work. All operators together share a part of the database connections. Throws `too_many_requests`
     * if too many tasks are queued.
     */
    limitOperators: <Result>(work: SlottedWork<Result>) => Promise<Result>;
  }
}

type Work<Result> = () => Promise<Result>;

/** Limited work that may have to wait for something other than the database. */
type SlottedWork<Result> = (slot: Slot) => Promise<Result>;
export interface Slot {
  /** Frees the slot for other work during the wait. Afterwards, takes a free slot before continuing. */
  readonly waitOutside: <Result>(wait: Work<Result>) => Promise<Result>;
}

/** Concurrency limits on database work, so that one busy client doesn't slow down others. */
interface ConcurrencyLimits {
  /** Runs work for a signed-in person. Throws `too_many_requests` if too many of their tasks are queued. */
  perPerson<Result>(
    actor: Pick<Actor, 'userId' | 'companyId'>,
    work: Work<Result>,
  ): Promise<Result>;
  /** Runs the authentication of a token. Throws the same error as `perPerson`. */
  perToken<Result>(token: string, work: Work<Result>): Promise<Result>;
  /** Runs work for an anonymous client, limited per network. Throws the same error as `perPerson`. */
  perAddress<Result>(address: string, work: Work<Result>): Promise<Result>;
}

/** Share of the connections for one company, so that a busy company leaves most of them free. */
const COMPANY_SHARE = 1 / 4;
/** Share of the connections for one person. It's small, because their work also occupies the event loop. */
const PERSON_SHARE = 1 / 10;
/** The embedded database has one connection. A second task may start, so that it's ready to use the connection next. */
const MIN_CONCURRENCY = 2;
/** Share of the connections for all operators together. */
const OPERATORS_SHARE = 1 / 4;
const MAX_QUEUED_OF_OPERATORS = 500;
/** Maximum queue length per person. The app sends about twenty requests when it opens. */
export const MAX_QUEUED_PER_PERSON = 60;
/** Maximum queue length per network (see `getNetwork`). It's higher, because many people may share a network. */
const MAX_QUEUED_PER_ADDRESS = 500;
/**
 * If a person has more queued tasks than this, each of their tasks is followed by a pause of `PAUSE_FACTOR` times its
 * duration. The app never sends that many, and other people need the event loop too.
 */
const PAUSE_THRESHOLD = 20;
const PAUSE_FACTOR = 4;
const MAX_PAUSE_MS = 200;
/** Seconds after which a rejected client may try again. The queue empties sooner than this. */
const RETRY_SECONDS = 2;

/** Gives every company, and every person in it, a fair share of the database's connections. */
export function registerConcurrencyLimits(app: FastifyInstance, environment: Environment): void {
  const { rateLimitFactor } = environment;
  const getSlots = (share: number) => countSlots(environment, share);
  const concurrency = getSlots(COMPANY_SHARE);
  const personLimits = {
    concurrency: getSlots(PERSON_SHARE),
    maxQueued: MAX_QUEUED_PER_PERSON * rateLimitFactor,
  };
  const people = createKeyedLimiter({
    ...personLimits,
    pauseAbove: PAUSE_THRESHOLD * rateLimitFactor,
  });
  const tokens = createKeyedLimiter(personLimits);
  const addresses = createKeyedLimiter({
    concurrency,
    maxQueued: MAX_QUEUED_PER_ADDRESS * rateLimitFactor,
  });
  // The company's queue needs no limit, because the queues of its people are already limited.
  const companies = createKeyedLimiter({ concurrency, maxQueued: Number.POSITIVE_INFINITY });
  app.decorate('concurrency', {
    perPerson: ({ userId, companyId }, work) => people(userId, () => companies(companyId, work)),
    perToken: tokens,
    perAddress: (address, work) => addresses(getNetwork(address), work),
  });
}

/** Converts a share to a number of database connections. */
function countSlots({ databaseUrl, databasePoolSize }: Environment, share: number): number {
  const connections = databaseUrl === null ? 1 : databasePoolSize;
  return Math.max(MIN_CONCURRENCY, Math.floor(connections * share));
}

/** Limiter of each server's operators. The console and the route for `club` commands share it. */
const operatorLimits = new WeakMap<Environment, ReturnType<typeof createKeyedLimiter>>();

/** Gives all operators together a share of the database's connections, so that installers keep the rest. */
export function registerOperatorLimits(app: FastifyInstance, environment: Environment): void {
  const limit =
    operatorLimits.get(environment) ??
    createKeyedLimiter({
      concurrency: countSlots(environment, OPERATORS_SHARE),
      maxQueued: MAX_QUEUED_OF_OPERATORS * environment.rateLimitFactor,
    });
  operatorLimits.set(environment, limit);
  app.decorate('limitOperators', (work) => limit('operators', work));
}

interface LimiterOptions {
  readonly concurrency: number;
  readonly maxQueued: number;
  /** Number of queued tasks above which a pause follows each task. */
  readonly pauseAbove?: number;
}

/**
 * Creates a function that runs work and limits its concurrency and queue length per key. Work with the same key starts
 * in order of arrival.
 */
export function createKeyedLimiter({
  concurrency,
  maxQueued,
  pauseAbove = Number.POSITIVE_INFINITY,
}: LimiterOptions) {
  const limiters = new Map<string, { readonly limit: LimitFunction; users: number }>();
  return async <Result>(key: string, work: SlottedWork<Result>): Promise<Result> => {
    const limiter = limiters.get(key) ?? { limit: pLimit(concurrency), users: 0 };
    const { limit } = limiter;
    if (limit.pendingCount >= maxQueued) {
      throw new ApiFailure('too_many_requests', { retryAfter: RETRY_SECONDS });
    }
    limiters.set(key, limiter);
    limiter.users += 1;
    let leave = await takeSlot(limit);
    const waitOutside: Slot['waitOutside'] = async (wait) => {
      leave();
      try {
        return await wait();
      } finally {
        leave = await takeSlot(limit);
      }
    };
    try {
      return await runThenPause(
        () => work({ waitOutside }),
        () => limit.pendingCount > pauseAbove,
      );
    } finally {
      leave();
      limiter.users -= 1;
      if (limiter.users === 0) limiters.delete(key);
    }
  };
}

/**
 * Waits for a free slot.
 * @returns a function that frees the slot
 */
const takeSlot = (limit: LimitFunction): Promise<() => void> =>
  new Promise((take) => {
    void limit(() => new Promise<void>((leave) => take(leave)));
  });

/** Runs the work, then pauses if needed. */
async function runThenPause<Result>(
  work: Work<Result>,
  needsPause: () => boolean,
): Promise<Result> {
  const startedAt = performance.now();
  try {
    return await work();
  } finally {
    if (needsPause()) {
      const pauseMs = PAUSE_FACTOR * (performance.now() - startedAt);
      await new Promise((resolve) => setTimeout(resolve, Math.min(pauseMs, MAX_PAUSE_MS)));
    }
  }
}
