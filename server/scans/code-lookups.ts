import { sql, type Transaction } from 'kysely';
import { DAY_MS } from '#schemas/durations.ts';
import { incrementWindow } from '../db/rate-windows.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { type Actor } from '../http/handler.ts';
import { type Services } from '../services.ts';
import { holdEnumeratedLots } from './held-lots.ts';
import { codeLookups } from './scan-metrics.ts';
import { parseLot } from './enumerated-lots.ts';

/**
 * Daily limits (UTC) on the serial numbers that a person and a company look up for the first time. A crew installs a
 * few dozen windows a day, so a month offline adds up to about a thousand. Repeated lookups don't count.
 */
export const MAX_CODES_PER_PERSON = 2_500;
export const MAX_CODES_PER_COMPANY = 10_000;
/** Retention of lookups: repeating a lookup within this time doesn't count. */
export const LOOKUP_RETENTION_MS = 30 * DAY_MS;

/**
 * A serial number, and whether the company could use it. To be available, it must be registered and not used by
 * another company.
 */
export interface CodeLookup {
  readonly code: string;
  readonly available: boolean;
}

/**
 * Records serial numbers whose existence is about to be revealed, by a lookup or by saving. Guessing hits a daily
 * limit, and lots with consecutive guesses are held for review. Throws `too_many_requests` above the daily limit, in
 * which case the caller must not reveal anything.
 */
export async function recordLookups(
  trx: Transaction<Database>,
  lookups: readonly CodeLookup[],
  actor: Actor,
  services: Pick<Services, 'clock' | 'logger' | 'environment'>,
): Promise<void> {
  const newLookups = await insertNewLookups(trx, lookups, actor, services.clock.now());
  if (newLookups.length === 0) return;
  await enforceDailyLimits(trx, newLookups.length, actor, services);
  for (const { available } of newLookups) codeLookups.inc({ available: available ? 'yes' : 'no' });
  const lots = [...new Set(newLookups.map(({ lot }) => lot))];
  await holdEnumeratedLots(trx, actor.companyId, lots, services);
}

/** @returns the lot and availability of each code that the company hasn't looked up before */
async function insertNewLookups(
  trx: Transaction<Database>,
  lookups: readonly CodeLookup[],
  { companyId }: Actor,
  now: number,
): Promise<{ lot: string; available: boolean }[]> {
  if (lookups.length === 0) return [];
  const rows = lookups.map(({ code, available }) => ({ code, ...parseLot(code), available }));
  const insertedLookups = await sql<{ lot: string; available: boolean }>`
    insert into asked_codes (company_id, code, lot, number, available, asked_at)
    select ${companyId}::uuid, code, lot, number, available, ${new Date(now)}::timestamptz
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as lookup(code text, lot text, number integer, available boolean)
    -- Always in the same order, so that concurrent inserts of a company can't deadlock.
    order by code
    on conflict do nothing
    returning lot, available`.execute(trx);
  return insertedLookups.rows;
}

async function enforceDailyLimits(
  trx: Transaction<Database>,
  newCount: number,
  { userId, companyId }: Actor,
  { clock, logger, environment }: Pick<Services, 'clock' | 'logger' | 'environment'>,
): Promise<void> {
  const start = Math.floor(clock.now() / DAY_MS) * DAY_MS;
  const limits = [
    { key: `codes-of-person:${userId}`, max: MAX_CODES_PER_PERSON },
    { key: `codes-of-company:${companyId}`, max: MAX_CODES_PER_COMPANY },
  ];
  for (const { key, max } of limits) {
    const sum = await incrementWindow(trx, key, start, newCount);
    if (sum <= max * environment.rateLimitFactor) continue;
    logger.warn({ company: companyId, count: sum }, 'too many serial numbers were looked up');
    throw new ApiFailure('too_many_requests', {
      retryAfter: Math.ceil((start + DAY_MS - clock.now()) / 1000),
    });
  }
}
