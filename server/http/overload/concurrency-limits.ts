import { type FastifyInstance } from 'fastify';
import pLimit, { type LimitFunction } from 'p-limit';
import { type Environment } from '#server/environment.ts';
import { ApiFailure } from '../failure.ts';
import { type Actor } from '../handler.ts';
import { networkOf } from './network.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Who asks for something takes their turn at the database by one of these. */
    concurrency: ConcurrencyLimits;
  }
}

type Work<Result> = () => Promise<Result>;

/** Turns at the database: whoever asks for much waits for themselves, not for others. */
export interface ConcurrencyLimits {
  /** For what a person asks. Throws `too_many_requests` when too much of theirs is waiting already. */
  perPerson<Result>(
    actor: Pick<Actor, 'userId' | 'companyId'>,
    work: Work<Result>,
  ): Promise<Result>;
  /** For finding out who holds a token. Throws the same. */
  perToken<Result>(token: string, work: Work<Result>): Promise<Result>;
  /** For what somebody asks who is not signed in; all of their network share. Throws the same. */
  perAddress<Result>(address: string, work: Work<Result>): Promise<Result>;
}

/** A company has at most this part of the connections: four that ask for all there is leave none without. */
const COMPANY_SHARE = 1 / 4;
/** And one person of it no more than this: what they ask for is also worked at by the one thread of all. */
const PERSON_SHARE = 1 / 10;
/** The embedded database has one connection; a second turn is ready when it is free. */
const MIN_CONCURRENCY = 2;
/**
 * What waits of one person, and of one address, which many may share. An app that is opened asks for about twenty
 * things at once.
 */
export const MAX_WAITING_PER_PERSON = 60;
export const MAX_WAITING_PER_ADDRESS = 500;
/**
 * While more than this waits of one person, each of their turns is followed by a rest of so many times as long: no
 * app asks for so much, and the one thread of all is not theirs alone.
 */
const PAUSE_THRESHOLD = 20;
const PAUSE_FACTOR = 4;
const MAX_PAUSE_MS = 200;
/** What waits is done in less. */
const RETRY_SECONDS = 2;

/** Gives every company, and within it every person, a fair share of the database's connections. */
export function registerConcurrencyLimits(app: FastifyInstance, environment: Environment): void {
  const { databaseUrl, databasePoolSize, rateLimitFactor } = environment;
  const connections = databaseUrl === null ? 1 : databasePoolSize;
  const shareOf = (share: number) => Math.max(MIN_CONCURRENCY, Math.floor(connections * share));
  const concurrency = shareOf(COMPANY_SHARE);
  const personBounds = {
    concurrency: shareOf(PERSON_SHARE),
    maxWaiting: MAX_WAITING_PER_PERSON * rateLimitFactor,
  };
  const people = limiterByKey({ ...personBounds, pauseAbove: PAUSE_THRESHOLD * rateLimitFactor });
  const tokens = limiterByKey(personBounds);
  const addresses = limiterByKey({
    concurrency,
    maxWaiting: MAX_WAITING_PER_ADDRESS * rateLimitFactor,
  });
  // Its people's own bounds are the company's.
  const companies = limiterByKey({ concurrency, maxWaiting: Number.POSITIVE_INFINITY });
  app.decorate('concurrency', {
    perPerson: ({ userId, companyId }, work) => people(userId, () => companies(companyId, work)),
    perToken: tokens,
    perAddress: (address, work) => addresses(networkOf(address), work),
  });
}

interface Bounds {
  readonly concurrency: number;
  readonly maxWaiting: number;
  /** With more waiting than this there are rests between the turns. */
  readonly pauseAbove?: number;
}

/** Does work by its key: so much of each at once, so much more of it waiting, in the order it came. */
function limiterByKey({ concurrency, maxWaiting, pauseAbove = Number.POSITIVE_INFINITY }: Bounds) {
  const turns = new Map<string, LimitFunction>();
  return async <Result>(key: string, work: Work<Result>): Promise<Result> => {
    const own = turns.get(key) ?? pLimit(concurrency);
    if (own.pendingCount >= maxWaiting) {
      throw new ApiFailure('too_many_requests', { retryAfter: RETRY_SECONDS });
    }
    turns.set(key, own);
    try {
      return await own(() => runThenPause(work, () => own.pendingCount > pauseAbove));
    } finally {
      if (own.activeCount + own.pendingCount === 0) turns.delete(key);
    }
  };
}

/** Does work, and rests after it if it has to be. */
async function runThenPause<Result>(work: Work<Result>, hasToRest: () => boolean): Promise<Result> {
  const begunAt = performance.now();
  try {
    return await work();
  } finally {
    if (hasToRest()) {
      const restMs = PAUSE_FACTOR * (performance.now() - begunAt);
      await new Promise((resolve) => setTimeout(resolve, Math.min(restMs, MAX_PAUSE_MS)));
    }
  }
}
