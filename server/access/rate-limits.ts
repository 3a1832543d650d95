import { incrementWindow } from '../db/rate-windows.ts';
import { ApiFailure } from '../http/failure.ts';
import { type Services } from '../services.ts';
import { keyedHash } from './tokens.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** At most `count` times in a window of `windowMs`. */
export interface Limit {
  readonly name: string;
  readonly count: number;
  readonly windowMs: number;
}

/** A limit over everybody. */
export interface OverallLimit extends Limit {
  readonly overall: true;
}

/** A limit on somebody or somewhere. */
type KeyedLimit = Limit & { readonly overall?: never };

declare const passed: unique symbol;
/** That a narrow limit let something pass. */
export interface WithinLimit {
  readonly [passed]: true;
}

/*
 * Counted in the database, so that they hold over all processes [security 1–3, 22].
 * An address comes first (IPv6 by its /64), then a person, then all: what one of them refuses uses up
 * nothing of the next, so that nobody can use up what is everybody's. `Passed` makes that a rule.
 */
export const limits = {
  /** Codes for one identifier, asked for on a device that has signed in with it before. */
  codesOnKnownDevice: { name: 'ask-known', count: 5, windowMs: 15 * MINUTE },
  codesPerAddress: { name: 'ask-from', count: 60, windowMs: 15 * MINUTE },
  /** Codes for one identifier from one address. */
  codesPerIdentifierAndAddress: { name: 'ask-here', count: 5, windowMs: 15 * MINUTE },
  /** Codes for one identifier from all unknown devices: the first of an address in the hour, the others. */
  firstCodesPerIdentifier: { name: 'ask-first', count: 30, windowMs: HOUR },
  codesPerIdentifier: { name: 'ask-for', count: 10, windowMs: HOUR },
  codesOverall: { name: 'ask-all', count: 3000, windowMs: 15 * MINUTE, overall: true },
  verificationsPerAddress: { name: 'verify-from', count: 100, windowMs: 15 * MINUTE },
  /** About three registrations with every field mistyped twice: they tell who is registered. */
  validationsPerAddress: { name: 'validate-from', count: 60, windowMs: 15 * MINUTE },
  validationsOverall: { name: 'validate-all', count: 3000, windowMs: 15 * MINUTE, overall: true },
  registrationsPerAddress: { name: 'register-from', count: 20, windowMs: HOUR },
  registrationsOverall: { name: 'register-all', count: 1000, windowMs: HOUR, overall: true },
  addressSearchesPerAddress: { name: 'addresses-from', count: 1200, windowMs: 15 * MINUTE },
  /** New e-mail addresses that one person asks for: the answer tells whether somebody has them. */
  emailChangesPerPerson: { name: 'new-emails', count: 10, windowMs: DAY },
  /** Phone changes by one owner: the response reveals if a number is already in use. */
  phoneChangesPerOwner: { name: 'new-phones', count: 20, windowMs: DAY },
  /** Codes that one person has sent to e-mail addresses, and that everybody has sent to one address. */
  emailCodesPerPerson: { name: 'email-codes', count: 5, windowMs: 15 * MINUTE },
  emailCodesPerRecipient: { name: 'email-codes-to', count: 20, windowMs: DAY },
  /** Messages about being of a team: a company's to all of its people, and everybody's to one. */
  teamMessagesPerCompany: { name: 'team-messages', count: 60, windowMs: DAY },
  teamMessagesPerRecipient: { name: 'team-messages-to', count: 5, windowMs: DAY },
  restoresPerAddress: { name: 'restore-from', count: 20, windowMs: 15 * MINUTE },
  /** Numbers of club cards that one company types: enough for a careless hand, too few to guess with. */
  cardNumbersPerCompany: { name: 'card-numbers', count: 10, windowMs: HOUR },
  cardNumbersOverall: { name: 'card-numbers-all', count: 1000, windowMs: HOUR, overall: true },
  /** Certificates that one person sends, and that everybody sends to one address. */
  certificateMailsPerPerson: { name: 'certificate-mails', count: 60, windowMs: HOUR },
  certificateMailsPerRecipient: { name: 'certificate-mails-to', count: 10, windowMs: DAY },
  /** Numbers of certificates that strangers look up. */
  certificateLookupsPerAddress: { name: 'certificates-from', count: 60, windowMs: 15 * MINUTE },
  certificateLookupsOverall: {
    name: 'certificates-all',
    count: 6000,
    windowMs: 15 * MINUTE,
    overall: true,
  },
  /** Reports of errors: an office of phones has a bad day; nobody fills the table from one place. */
  errorReportsPerAddress: { name: 'error-reports-from', count: 30, windowMs: HOUR },
  errorReportsOverall: { name: 'error-reports-all', count: 3000, windowMs: HOUR, overall: true },
  refreshesPerAddress: { name: 'refresh-from', count: 600, windowMs: 15 * MINUTE },
} satisfies Record<string, Limit | OverallLimit>;

/**
 * Counts one more and judges. `value` and `more` say what is counted (an address, an identifier); only
 * a keyed hash of them is kept. Throws `too_many_requests` with the seconds until the window ends.
 */
export async function enforceLimit(
  services: Services,
  limit: KeyedLimit,
  value: string,
  ...more: string[]
): Promise<WithinLimit> {
  judge(services, limit, await incrementCount(services, limit, value, ...more));
  // It proves nothing but that this line was reached.
  return {} as WithinLimit;
}

/**
 * The same for a limit over everybody.
 * @param _after what has let this pass first: nobody may use up the whole by what is refused to them
 */
export async function enforceOverallLimit(
  services: Services,
  limit: OverallLimit,
  _after: WithinLimit,
): Promise<void> {
  judge(services, limit, await incrementCount(services, limit));
}

function judge(services: Services, limit: Limit, currentCount: number): void {
  if (currentCount <= limit.count * services.environment.rateLimitFactor) return;
  services.logger.warn({ limit: limit.name }, 'a limit on requests was reached');
  const now = services.clock.now();
  const end = windowStart(limit, now) + limit.windowMs;
  throw new ApiFailure('too_many_requests', { retryAfter: Math.ceil((end - now) / 1000) });
}

/** Counts one more and judges nothing. @returns how many there are in the window with it */
export function incrementCount(
  services: Services,
  limit: Limit,
  ...values: readonly string[]
): Promise<number> {
  return add(services, limit, values, 1);
}

/** Takes back one that was counted. */
export async function decrementCount(
  services: Services,
  limit: Limit,
  ...values: readonly string[]
): Promise<void> {
  await add(services, limit, values, -1);
}

/** How many were counted in the window. */
export async function counted(
  services: Services,
  limit: Limit,
  ...values: readonly string[]
): Promise<number> {
  const row = await services.db
    .selectFrom('rate_windows')
    .select('count')
    .where('key', '=', keyOf(services, limit, values))
    .where('window_start', '=', new Date(windowStart(limit, services.clock.now())))
    .executeTakeFirst();
  return row?.count ?? 0;
}

function add(
  services: Services,
  limit: Limit,
  values: readonly string[],
  by: 1 | -1,
): Promise<number> {
  const start = windowStart(limit, services.clock.now());
  return incrementWindow(services.db, keyOf(services, limit, values), start, by);
}

function windowStart({ windowMs }: Limit, now: number): number {
  return Math.floor(now / windowMs) * windowMs;
}

function keyOf({ pepper }: Services, { name }: Limit, values: readonly string[]): string {
  return `${name}:${keyedHash(pepper, name, values.join('|'))}`;
}
