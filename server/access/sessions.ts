import { randomUUID } from 'node:crypto';
import { type Transaction, sql } from 'kysely';
import { type DeviceKind } from '#schemas/account-session.ts';
import { COMPANY_BLOCKED, PHONE_CHANGED } from '#schemas/api/errors.ts';
import { MINUTE_MS, DAY_MS } from '#schemas/durations.ts';
import { languageById } from '#schemas/languages.ts';
import { regionCodeOf } from '#schemas/regions.ts';
import { type Token } from '#schemas/session.ts';
import { ApiFailure } from '../http/failure.ts';
import { type Actor } from '../http/handler.ts';
import { classifyDatabaseError } from '../db/database-errors.ts';
import { transact } from '../db/database.ts';
import { type Database } from '../db/tables.ts';
import { type Services } from '../services.ts';
import { type EndReason } from './access-tables.ts';
import { hashToken, newToken } from './tokens.ts';

/** Lifetime of an access token. */
const ACCESS_LIFETIME_MS = 60 * MINUTE_MS;
/** An unused session ends after this time [ASVS 7.3.1]. */
const IDLE_LIFETIME_MS = 30 * DAY_MS;
/** Every session ends after this time [ASVS 7.3.2]. */
const ABSOLUTE_LIFETIME_MS = 365 * DAY_MS;
/** Lifetime of an impersonation session. */
export const IMPERSONATION_LIFETIME_MS = 60 * MINUTE_MS;
/**
 * A refresh token is still accepted for this time after its rotation, in case two tabs refresh concurrently or a
 * response was lost.
 */
export const ROTATION_GRACE_MS = 30_000;

interface NewSession {
  readonly installerId: string;
  readonly companyId: string;
  /** Null if the session must not mark the device as known. */
  readonly deviceHash: string | null;
  /** Hash of the email address or phone number used to sign in; null for none. */
  readonly identifierHash: string | null;
  readonly device: DeviceKind;
  /** Time after which the session ends, even if it's still used; defaults to a year. */
  readonly lifetimeMs?: number;
  readonly isReadOnly?: boolean;
}

/** Creates a session with its first token pair. */
export async function createSession(
  trx: Transaction<Database>,
  now: number,
  session: NewSession,
): Promise<Token> {
  const id = randomUUID();
  const expiresAt = now + (session.lifetimeMs ?? ABSOLUTE_LIFETIME_MS);
  await trx
    .insertInto('sessions')
    .values({
      id,
      installer_id: session.installerId,
      company_id: session.companyId,
      device_hash: session.deviceHash,
      identifier_hash: session.identifierHash,
      browser: session.device.browser,
      system: session.device.system,
      created_at: new Date(now),
      expires_at: new Date(expiresAt),
      is_read_only: session.isReadOnly ?? false,
      ended_at: null,
      end_reason: null,
    })
    .execute();
  return issuePair(trx, now, { id, expiresAt });
}

async function issuePair(
  trx: Transaction<Database>,
  now: number,
  session: { readonly id: string; readonly expiresAt: number },
): Promise<Token> {
  const token = newToken();
  const refreshToken = newToken();
  const accessExpiresAt = new Date(Math.min(now + ACCESS_LIFETIME_MS, session.expiresAt));
  await trx
    .insertInto('session_tokens')
    .values({
      id: randomUUID(),
      session_id: session.id,
      access_hash: hashToken(token),
      refresh_hash: hashToken(refreshToken),
      issued_at: new Date(now),
      access_expires_at: accessExpiresAt,
      refresh_expires_at: new Date(Math.min(now + IDLE_LIFETIME_MS, session.expiresAt)),
      used_at: null,
      rotated_at: null,
    })
    .execute();
  return { token, refresh_token: refreshToken, expiresAt: accessExpiresAt.toISOString() };
}

/**
 * Rotates a refresh token. A token that was rotated before is accepted again only while the response may have
 * been lost: within 30 s, or until a newer token has been used. Later reuse means that two parties hold the
 * token, and the session ends.
 * Throws `session_expired` or `refresh_reused`.
 */
export async function rotateTokens(services: Services, refreshToken: string): Promise<Token> {
  const now = services.clock.now();
  const outcome = await transact(services.db, (trx) =>
    tryRotate(trx, now, hashToken(refreshToken)),
  );
  // Thrown outside the transaction, so that ending the session after a reuse is committed.
  if (outcome instanceof ApiFailure) throw outcome;
  return outcome;
}

/** Creates the error for an ended session, with the reason if the person needs to know it. */
function sessionExpired(endReason: EndReason | null = null, companyActive = 1): ApiFailure {
  if (companyActive === 0)
    return new ApiFailure('session_expired', { details: { reason: COMPANY_BLOCKED } });
  const details = endReason === PHONE_CHANGED ? { reason: PHONE_CHANGED } : {};
  return new ApiFailure('session_expired', { details });
}

async function tryRotate(
  trx: Transaction<Database>,
  now: number,
  refreshHash: string,
): Promise<Token | ApiFailure> {
  const tokenRow = await trx
    .selectFrom('session_tokens')
    .select('session_id')
    .where('refresh_hash', '=', refreshHash)
    .executeTakeFirst();
  if (tokenRow === undefined) return sessionExpired();
  const session = await trx
    .selectFrom('sessions')
    .innerJoin('installers', 'installers.id', 'sessions.installer_id')
    .select(['sessions.id', 'sessions.expires_at', 'sessions.ended_at', 'sessions.end_reason'])
    .innerJoin('companies', 'companies.id', 'installers.company_id')
    .select(['installers.active', 'companies.active as companyActive'])
    .where('sessions.id', '=', tokenRow.session_id)
    .forUpdate('sessions')
    .executeTakeFirst();
  const isDisabled = session?.active === false || session?.companyActive === 0;
  if (session === undefined || session.ended_at !== null || isDisabled) {
    return sessionExpired(session?.end_reason, session?.companyActive);
  }
  if (session.expires_at.getTime() <= now) return sessionExpired();
  // The pairs are read while the session is locked, so a parallel rotation is either complete or hasn't started.
  const pairs = await trx
    .selectFrom('session_tokens')
    .selectAll()
    .where('session_id', '=', session.id)
    .execute();
  const pair = pairs.find((candidate) => candidate.refresh_hash === refreshHash);
  if (pair === undefined || pair.refresh_expires_at.getTime() <= now) return sessionExpired();
  if (isReuse(pair, pairs, now)) {
    await endSession(trx, session.id, now, 'refresh_reused');
    return new ApiFailure('refresh_reused');
  }
  await supersedeUnusedPairs(trx, pair, now);
  const rotatedAt = pair.rotated_at ?? new Date(now);
  await trx
    .updateTable('session_tokens')
    .set({ rotated_at: rotatedAt, used_at: pair.used_at ?? new Date(now) })
    .where('id', '=', pair.id)
    .execute();
  return issuePair(trx, now, { id: session.id, expiresAt: session.expires_at.getTime() });
}

interface TokenPair {
  readonly id: string;
  readonly session_id: string;
  readonly issued_at: Date;
  readonly used_at: Date | null;
  readonly rotated_at: Date | null;
}

function isReuse(pair: TokenPair, pairs: readonly TokenPair[], now: number): boolean {
  if (pair.rotated_at === null) return false;
  const rotatedAt = pair.rotated_at.getTime();
  if (now - rotatedAt <= ROTATION_GRACE_MS) return false;
  return pairs.some(
    (other) =>
      other.id !== pair.id && other.issued_at.getTime() >= rotatedAt && other.used_at !== null,
  );
}

/**
 * Marks newer unused token pairs as rotated. The response with such a pair was lost, so only someone else could use it
 * later.
 */
async function supersedeUnusedPairs(
  trx: Transaction<Database>,
  pair: TokenPair,
  now: number,
): Promise<void> {
  if (pair.rotated_at === null || now - pair.rotated_at.getTime() <= ROTATION_GRACE_MS) return;
  await trx
    .updateTable('session_tokens')
    .set({ rotated_at: new Date(now) })
    .where('session_id', '=', pair.session_id)
    .where('issued_at', '>=', pair.rotated_at)
    .where('rotated_at', 'is', null)
    .execute();
}

/** Ends one session and all its tokens. */
export async function endSession(
  db: Pick<Transaction<Database>, 'updateTable'>,
  sessionId: string,
  now: number,
  reason: Extract<EndReason, 'logout' | 'refresh_reused'>,
): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ ended_at: new Date(now), end_reason: reason })
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .execute();
}

/**
 * Finds the person to whom an access token belongs. Throws `unauthorised` for an unknown token, and `session_expired`
 * if the token or its session can no longer be used.
 */
export async function getActorByToken(services: Services, accessHash: string): Promise<Actor> {
  const now = services.clock.now();
  const row = await services.db
    .selectFrom('session_tokens as pair')
    .innerJoin('sessions as session', 'session.id', 'pair.session_id')
    .innerJoin('installers as person', 'person.id', 'session.installer_id')
    .innerJoin('companies as company', 'company.id', 'person.company_id')
    .select([
      'pair.id as pairId',
      'pair.access_expires_at',
      'pair.used_at',
      'session.id as sessionId',
      'session.ended_at',
      'session.end_reason',
      'session.is_read_only',
      'session.created_at',
      'session.expires_at',
      'person.id as userId',
      'person.company_id as companyId',
      'person.role',
      'person.active',
      'person.languages_id',
      'company.regions_id',
      'company.active as companyActive',
    ])
    .where('pair.access_hash', '=', accessHash)
    .executeTakeFirst();
  if (row === undefined) throw new ApiFailure('unauthorised');
  const isDisabled = !row.active || row.companyActive === 0;
  if (row.ended_at !== null || isDisabled || row.access_expires_at.getTime() <= now) {
    throw sessionExpired(row.end_reason, row.companyActive);
  }
  if (row.used_at === null) await markUsed(services, row.pairId, now);
  return {
    userId: row.userId,
    companyId: row.companyId,
    role: row.role,
    region: regionCodeOf(row.regions_id),
    regionId: row.regions_id,
    sessionId: row.sessionId,
    isImpersonated:
      row.expires_at.getTime() - row.created_at.getTime() <= IMPERSONATION_LIFETIME_MS,
    isReadOnly: row.is_read_only,
    language: languageById(row.languages_id) ?? 'en',
  };
}

/** Marks a token pair as used. If the disk is full, a later request marks the pair, so that reads still work. */
async function markUsed(services: Services, pairId: string, now: number): Promise<void> {
  await services.db
    .updateTable('session_tokens')
    .set({ used_at: new Date(now) })
    .where('id', '=', pairId)
    .where('used_at', 'is', null)
    .execute()
    .catch((error: unknown) => {
      if (classifyDatabaseError(error) !== 'full') throw error;
    });
}

/**
 * Returns the sessions that are still active. Leaves out sessions that have expired, that this or another process has
 * ended, or whose person is disabled.
 */
export async function findActiveSessions(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  ids: Iterable<string>,
): Promise<ReadonlySet<string>> {
  const sessionIds = [...new Set(ids)];
  const rows = await db
    .selectFrom('sessions as session')
    .innerJoin('installers as person', 'person.id', 'session.installer_id')
    .select('session.id')
    .where('session.id', '=', sql<string>`any(${sessionIds}::uuid[])`)
    .where('session.ended_at', 'is', null)
    .where('session.expires_at', '>', new Date(clock.now()))
    .where('person.active', '=', true)
    .execute();
  return new Set(rows.map(({ id }) => id));
}
