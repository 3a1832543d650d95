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
/** The embedded database has one connection; a second turn is ready when it is free. */
const LEAST_AT_ONCE = 2;
/**
 * What waits of one person, and of one address, which many may share. An app that is opened asks for about twenty
 * things at once.
 */
export const WAITING_OF_PERSON = 60;
export const WAITING_OF_ADDRESS = 500;
/** What waits is done in less. */
const RETRY_SECONDS = 2;

/** Gives every company, and within it every person, a fair share of the database's connections. */
export function registerFairShares(app: FastifyInstance, environment: Environment): void {
  const { databaseUrl, databasePoolSize, rateLimitFactor } = environment;
  const connections = databaseUrl === null ? 1 : databasePoolSize;
  const atOnce = Math.max(LEAST_AT_ONCE, Math.floor(connections * COMPANY_PART));
  const ofPerson = { atOnce, waiting: WAITING_OF_PERSON * rateLimitFactor };
  const people = turnsByKey(ofPerson);
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

/** Does work by its key: so much of each at once, so much more of it waiting, in the order it came. */
function turnsByKey({ atOnce, waiting }: { readonly atOnce: number; readonly waiting: number }) {
  const turns = new Map<string, LimitFunction>();
  return async <Result>(key: string, work: Work<Result>): Promise<Result> => {
    const own = turns.get(key) ?? pLimit(atOnce);
    if (own.pendingCount >= waiting) {
      throw new ApiFailure('too_many_requests', { retryAfter: RETRY_SECONDS });
    }
    turns.set(key, own);
    try {
      return await own(work);
    } finally {
      if (own.activeCount + own.pendingCount === 0) turns.delete(key);
    }
  };
}
