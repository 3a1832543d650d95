import { MINUTE_MS, HOUR_MS, DAY_MS } from '#schemas/durations.ts';
import { incrementWindow } from '../db/rate-windows.ts';
import { ApiFailure } from '../http/failure.ts';
import { type Services } from '../services.ts';
import { keyedHash } from './tokens.ts';

/** At most `count` requests per window of `windowMs`. */
export interface Limit {
  readonly name: string;
  readonly count: number;
  readonly windowMs: number;
}

/** A limit shared by all callers. */
export interface OverallLimit extends Limit {
  readonly overall: true;
}

/** A limit per caller, network or recipient. */
export type KeyedLimit = Limit & { readonly overall?: never };

declare const passed: unique symbol;
/** Proof that a request has passed a keyed limit. */
interface WithinLimit {
  readonly [passed]: true;
}

/*
 * Requests are counted in the database, so that limits hold across processes [security 1–3, 22]. Limits are checked
 * from narrow to wide: first per network (for IPv6, the /64 prefix), then per person, then for everyone. A request
 * rejected by one limit doesn't count against the next one, so a single caller can't exhaust a shared limit. The
 * `WithinLimit` parameter enforces this order.
 */
export const limits = {
  /** Codes for one identifier, requested on a device that has signed in with it before. */
  codesOnKnownDevice: { name: 'ask-known', count: 5, windowMs: 15 * MINUTE_MS },
  codesPerNetwork: { name: 'ask-from', count: 60, windowMs: 15 * MINUTE_MS },
  /** Codes for one identifier from one network. */
  codesPerIdentifierAndNetwork: { name: 'ask-here', count: 5, windowMs: 15 * MINUTE_MS },
  /**
   * Codes for one identifier on unknown devices. The first limit counts the first code from each network in an hour,
   * the second all later codes.
   */
  firstCodesPerIdentifier: { name: 'ask-first', count: 30, windowMs: HOUR_MS },
  codesPerIdentifier: { name: 'ask-for', count: 10, windowMs: HOUR_MS },
  codesOverall: { name: 'ask-all', count: 3000, windowMs: 15 * MINUTE_MS, overall: true },
  verificationsPerNetwork: { name: 'verify-from', count: 100, windowMs: 15 * MINUTE_MS },
  /**
   * Allows about three registrations with every field mistyped twice. The limit is low, because validation reveals who
   * is registered.
   */
  validationsPerNetwork: { name: 'validate-from', count: 60, windowMs: 15 * MINUTE_MS },
  validationsOverall: {
    name: 'validate-all',
    count: 3000,
    windowMs: 15 * MINUTE_MS,
    overall: true,
  },
  registrationsPerNetwork: { name: 'register-from', count: 20, windowMs: HOUR_MS },
  registrationsOverall: { name: 'register-all', count: 1000, windowMs: HOUR_MS, overall: true },
  addressSearchesPerNetwork: { name: 'addresses-from', count: 1200, windowMs: 15 * MINUTE_MS },
  /** Email changes by one person. They're limited, because the response reveals whether an address is in use. */
  emailChangesPerPerson: { name: 'new-emails', count: 10, windowMs: DAY_MS },
  /** Phone changes by one owner. They're limited, because the response reveals whether a number is in use. */
  phoneChangesPerOwner: { name: 'new-phones', count: 20, windowMs: DAY_MS },
  /** Emailed codes: requested by one person, and sent to one email address. */
  emailCodesPerPerson: { name: 'email-codes', count: 5, windowMs: 15 * MINUTE_MS },
  emailCodesPerRecipient: { name: 'email-codes-to', count: 20, windowMs: DAY_MS },
  /** Messages about team membership: from one company, and to one person. */
  teamMessagesPerCompany: { name: 'team-messages', count: 60, windowMs: DAY_MS },
  teamMessagesPerRecipient: { name: 'team-messages-to', count: 5, windowMs: DAY_MS },
  restoresPerNetwork: { name: 'restore-from', count: 20, windowMs: 15 * MINUTE_MS },
  /** Card numbers that one company enters: enough for typing mistakes, too few for guessing. */
  cardNumbersPerCompany: { name: 'card-numbers', count: 10, windowMs: HOUR_MS },
  cardNumbersOverall: { name: 'card-numbers-all', count: 1000, windowMs: HOUR_MS, overall: true },
  /** Certificates sent by one person, and to one email address. */
  certificateMailsPerPerson: { name: 'certificate-mails', count: 60, windowMs: HOUR_MS },
  certificateMailsPerRecipient: { name: 'certificate-mails-to', count: 10, windowMs: DAY_MS },
  /** Handover documents sent for one company, and to one email address. */
  handoverMailsPerCompany: { name: 'handover-mails', count: 120, windowMs: HOUR_MS },
  handoverMailsPerRecipient: { name: 'handover-mails-to', count: 10, windowMs: DAY_MS },
  /** Public certificate lookups. */
  certificateLookupsPerNetwork: { name: 'certificates-from', count: 60, windowMs: 15 * MINUTE_MS },
  certificateLookupsOverall: {
    name: 'certificates-all',
    count: 6000,
    windowMs: 15 * MINUTE_MS,
    overall: true,
  },
  /** Pages with shared photos, and the photos themselves. A page has up to 40 photos. */
  sharedPagesPerNetwork: { name: 'shares-from', count: 60, windowMs: 15 * MINUTE_MS },
  sharedPagesOverall: { name: 'shares-all', count: 6000, windowMs: 15 * MINUTE_MS, overall: true },
  sharedPhotosPerNetwork: { name: 'share-photos-from', count: 2400, windowMs: 15 * MINUTE_MS },
  sharedPhotosOverall: {
    name: 'share-photos-all',
    count: 60_000,
    windowMs: 15 * MINUTE_MS,
    overall: true,
  },
  /**
   * Error reports: enough for an office full of phones, too few for one network to fill the table.
   */
  errorReportsPerNetwork: { name: 'error-reports-from', count: 30, windowMs: HOUR_MS },
  errorReportsOverall: { name: 'error-reports-all', count: 3000, windowMs: HOUR_MS, overall: true },
  /** Reads of calendar feeds: services such as Google read many people's feeds from one network. */
  calendarReadsPerNetwork: { name: 'calendar-from', count: 3000, windowMs: 15 * MINUTE_MS },
  calendarReadsPerFeed: { name: 'calendar-of', count: 60, windowMs: HOUR_MS },
  /** New secret links of one person's calendar feed. */
  calendarFeedsPerPerson: { name: 'calendar-feeds', count: 20, windowMs: HOUR_MS },
  /** Sign-in codes for the console: requested from one network, sent to one email address, and overall. */
  operatorCodesPerNetwork: { name: 'operator-codes-from', count: 60, windowMs: 15 * MINUTE_MS },
  operatorCodesPerEmail: { name: 'operator-codes-for', count: 5, windowMs: 15 * MINUTE_MS },
  operatorCodesOverall: {
    name: 'operator-codes-all',
    count: 600,
    windowMs: 15 * MINUTE_MS,
    overall: true,
  },
  /** Attempts to sign in to the console, by code or passkey. */
  operatorSignInsPerNetwork: { name: 'operator-sign-ins', count: 200, windowMs: 15 * MINUTE_MS },
  /** Homeowners' requests sent with one token, and invalid tokens from one network. */
  leadRequestsPerToken: { name: 'lead-requests', count: 3000, windowMs: HOUR_MS },
  leadTokensPerNetwork: { name: 'lead-tokens-from', count: 60, windowMs: 15 * MINUTE_MS },
  refreshesPerNetwork: { name: 'refresh-from', count: 600, windowMs: 15 * MINUTE_MS },
} satisfies Record<string, Limit | OverallLimit>;

/**
 * Counts a request. If the count exceeds the limit, throws `too_many_requests` with the seconds until the window ends.
 * @param value a network or identifier, counted together with `moreValues`; only a keyed hash is stored
 */
export async function enforceLimit(
  services: Services,
  limit: KeyedLimit,
  value: string,
  ...moreValues: string[]
): Promise<WithinLimit> {
  throwIfExceeded(services, limit, await incrementCount(services, limit, value, ...moreValues));
  // The proof exists only at compile time.
  return {} as WithinLimit;
}

/**
 * Like `enforceLimit`, for a limit shared by all callers.
 * @param _proof proof of a passed keyed limit, so that rejected requests don't use up the shared limit
 */
export async function enforceOverallLimit(
  services: Services,
  limit: OverallLimit,
  _proof: WithinLimit,
): Promise<void> {
  throwIfExceeded(services, limit, await incrementCount(services, limit));
}

function throwIfExceeded(services: Services, limit: Limit, currentCount: number): void {
  if (currentCount <= limit.count * services.environment.rateLimitFactor) return;
  services.logger.warn({ limit: limit.name }, 'a rate limit was reached');
  const now = services.clock.now();
  const end = getWindowStart(limit, now) + limit.windowMs;
  throw new ApiFailure('too_many_requests', { retryAfter: Math.ceil((end - now) / 1000) });
}

/**
 * Counts an event without enforcing the limit.
 * @returns the count in the window, including this event
 */
export function incrementCount(
  services: Services,
  limit: Limit,
  ...values: readonly string[]
): Promise<number> {
  return changeCount(services, limit, values, 1);
}

/** Removes an event from the count. */
export async function decrementCount(
  services: Services,
  limit: Limit,
  ...values: readonly string[]
): Promise<void> {
  await changeCount(services, limit, values, -1);
}

/** Returns the count in the current window. */
export async function getCount(
  services: Services,
  limit: Limit,
  ...values: readonly string[]
): Promise<number> {
  const row = await services.db
    .selectFrom('rate_windows')
    .select('count')
    .where('key', '=', getWindowKey(services, limit, values))
    .where('window_start', '=', new Date(getWindowStart(limit, services.clock.now())))
    .executeTakeFirst();
  return row?.count ?? 0;
}

function changeCount(
  services: Services,
  limit: Limit,
  values: readonly string[],
  delta: 1 | -1,
): Promise<number> {
  const start = getWindowStart(limit, services.clock.now());
  return incrementWindow(services.db, getWindowKey(services, limit, values), start, delta);
}

function getWindowStart({ windowMs }: Limit, now: number): number {
  return Math.floor(now / windowMs) * windowMs;
}

function getWindowKey({ pepper }: Services, { name }: Limit, values: readonly string[]): string {
  return `${name}:${keyedHash(pepper, name, values.join('|'))}`;
}
