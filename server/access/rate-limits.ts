import { type Kysely, type RawBuilder, sql } from 'kysely';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { type Services } from '../services.ts';
import { keyedHash } from './tokens.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** At most `count` times in a window of `windowMs`. */
export interface Limit {
  readonly name: string;
  readonly count: number;
  readonly windowMs: number;
}

/*
 * Counted in the database, so that they hold over all processes [security 1–3].
 * Somebody at one address can use up only their own share: what an identifier is asked for from
 * elsewhere does not count against an address it was signed in from (`login.ts`) [ASVS 6.1.1].
 */
export const limits = {
  askHere: { name: 'ask-here', count: 5, windowMs: 15 * MINUTE },
  askFor: { name: 'ask-for', count: 10, windowMs: HOUR },
  askFrom: { name: 'ask-from', count: 60, windowMs: 15 * MINUTE },
  askAll: { name: 'ask-all', count: 3000, windowMs: 15 * MINUTE },
  verifyFrom: { name: 'verify-from', count: 100, windowMs: 15 * MINUTE },
  verifyAll: { name: 'verify-all', count: 6000, windowMs: 15 * MINUTE },
  /** About three registrations with every field mistyped twice: they tell who is registered. */
  validateFrom: { name: 'validate-from', count: 60, windowMs: 15 * MINUTE },
  validateAll: { name: 'validate-all', count: 3000, windowMs: 15 * MINUTE },
  registerFrom: { name: 'register-from', count: 20, windowMs: HOUR },
  registerAll: { name: 'register-all', count: 1000, windowMs: HOUR },
  addressesFrom: { name: 'addresses-from', count: 1200, windowMs: 15 * MINUTE },
  /** Codes for one person's e-mail address. */
  emailCodes: { name: 'email-codes', count: 5, windowMs: 15 * MINUTE },
  /** Numbers of club cards that one company types: enough for a careless hand, too few to guess with. */
  cardNumbers: { name: 'card-numbers', count: 10, windowMs: HOUR },
  cardNumbersAll: { name: 'card-numbers-all', count: 1000, windowMs: HOUR },
  refreshFrom: { name: 'refresh-from', count: 600, windowMs: 15 * MINUTE },
} satisfies Record<string, Limit>;

/**
 * Counts one more and judges. `values` say what is counted (an address, an identifier); only a keyed
 * hash of them is kept. Throws `too_many_requests` with the seconds until the window ends.
 */
export async function take(services: Services, limit: Limit, ...values: string[]): Promise<void> {
  const now = services.clock.now();
  const windowStart = Math.floor(now / limit.windowMs) * limit.windowMs;
  const key = `${limit.name}:${keyedHash(services.pepper, limit.name, values.join('|'))}`;
  const count = await increment(services.db, key, new Date(windowStart));
  if (count <= limit.count * services.environment.rateLimitFactor) return;
  services.logger.warn({ limit: limit.name }, 'a limit on requests was reached');
  throw new ApiFailure('too_many_requests', {
    retryAfter: Math.ceil((windowStart + limit.windowMs - now) / 1000),
  });
}

async function increment(db: Kysely<Database>, key: string, windowStart: Date): Promise<number> {
  const oneMore: RawBuilder<number> = sql`rate_windows.count + 1`;
  const row = await db
    .insertInto('rate_windows')
    .values({ key, window_start: windowStart, count: 1 })
    .onConflict((conflict) =>
      conflict.columns(['key', 'window_start']).doUpdateSet({ count: oneMore }),
    )
    .returning('count')
    .executeTakeFirstOrThrow();
  return row.count;
}
