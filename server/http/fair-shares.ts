import { type FastifyInstance } from 'fastify';
import pLimit, { type LimitFunction } from 'p-limit';
import { type Environment } from '../environment.ts';
import { ApiFailure } from './failure.ts';
import { type Actor } from './handler.ts';
import { networkOf } from './network.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Who asks for something takes their turn at the database by one of these. */
    shares: Shares;
  }
}

type Work<Result> = () => Promise<Result>;

/** Turns at the database: whoever asks for much waits for themselves, not for others. */
export interface Shares {
  /** For what a person asks. Throws `too_many_requests` when too much of theirs is waiting already. */
  ofPerson<Result>(actor: Pick<Actor, 'userId' | 'companyId'>, work: Work<Result>): Promise<Result>;
  /** For finding out who holds a token. Throws the same. */
  ofToken<Result>(token: string, work: Work<Result>): Promise<Result>;
  /** For what somebody asks who is not signed in; all of their network share. Throws the same. */
  ofAddress<Result>(address: string, work: Work<Result>): Promise<Result>;
}

/** A company has at most this part of the connections: four that ask for all there is leave none without. */
const COMPANY_PART = 1 / 4;
/** And one person of it no more than this: what they ask for is also worked at by the one thread of all. */
const PERSON_PART = 1 / 10;
/** The embedded database has one connection; a second turn is ready when it is free. */
const LEAST_AT_ONCE = 2;
/**
 * What waits of one person, and of one address, which many may share. An app that is opened asks for about twenty
 * things at once.
 */
export const WAITING_OF_PERSON = 60;
export const WAITING_OF_ADDRESS = 500;
/**
 * While more than this waits of one person, each of their turns is followed by a rest of so many times as long: no
 * app asks for so much, and the one thread of all is not theirs alone.
 */
const CALM = 20;
const REST_FACTOR = 4;
const MOST_REST_MS = 200;
/** What waits is done in less. */
const RETRY_SECONDS = 2;

/** Gives every company, and within it every person, a fair share of the database's connections. */
export function registerFairShares(app: FastifyInstance, environment: Environment): void {
  const { databaseUrl, databasePoolSize, rateLimitFactor } = environment;
  const connections = databaseUrl === null ? 1 : databasePoolSize;
  const partOf = (part: number) => Math.max(LEAST_AT_ONCE, Math.floor(connections * part));
  const atOnce = partOf(COMPANY_PART);
  const ofPerson = { atOnce: partOf(PERSON_PART), waiting: WAITING_OF_PERSON * rateLimitFactor };
  const people = turnsByKey({ ...ofPerson, restFrom: CALM * rateLimitFactor });
  const tokens = turnsByKey(ofPerson);
  const addresses = turnsByKey({ atOnce, waiting: WAITING_OF_ADDRESS * rateLimitFactor });
  // Its people's own bounds are the company's.
  const companies = turnsByKey({ atOnce, waiting: Number.POSITIVE_INFINITY });
  app.decorate('shares', {
    ofPerson: ({ userId, companyId }, work) => people(userId, () => companies(companyId, work)),
    ofToken: tokens,
    ofAddress: (address, work) => addresses(networkOf(address), work),
  });
}

interface Bounds {
  readonly atOnce: number;
  readonly waiting: number;
  /** With more waiting than this there are rests between the turns. */
  readonly restFrom?: number;
}

/** Does work by its key: so much of each at once, so much more of it waiting, in the order it came. */
function turnsByKey({ atOnce, waiting, restFrom = Number.POSITIVE_INFINITY }: Bounds) {
  const turns = new Map<string, LimitFunction>();
  return async <Result>(key: string, work: Work<Result>): Promise<Result> => {
    const own = turns.get(key) ?? pLimit(atOnce);
    if (own.pendingCount >= waiting) {
      throw new ApiFailure('too_many_requests', { retryAfter: RETRY_SECONDS });
    }
    turns.set(key, own);
    try {
      return await own(() => withRest(work, () => own.pendingCount > restFrom));
    } finally {
      if (own.activeCount + own.pendingCount === 0) turns.delete(key);
    }
  };
}

/** Does work, and rests after it if it has to be. */
async function withRest<Result>(work: Work<Result>, hasToRest: () => boolean): Promise<Result> {
  const begunAt = performance.now();
  try {
    return await work();
  } finally {
    if (hasToRest()) {
      const restMs = REST_FACTOR * (performance.now() - begunAt);
      await new Promise((resolve) => setTimeout(resolve, Math.min(restMs, MOST_REST_MS)));
    }
  }
}
