import { randomUUID } from 'node:crypto';
import { type Transaction } from 'kysely';
import { type DeviceKind } from '#schemas/account-session.ts';
import { PHONE_CHANGED } from '#schemas/api/errors.ts';
import { languageById } from '#schemas/languages.ts';
import { regions, type RegionCode, type RegionId } from '#schemas/regions.ts';
import { type Token } from '#schemas/session.ts';
import { ApiFailure } from '../http/failure.ts';
import { type Actor } from '../http/handler.ts';
import { classifyDatabaseError } from '../db/database-errors.ts';
import { transact } from '../db/database.ts';
import { type Database } from '../db/tables.ts';
import { type Services } from '../services.ts';
import { type EndReason } from './access-tables.ts';
import { hashToken, newToken } from './tokens.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** How long an access token is good for. */
export const ACCESS_LIFETIME_MS = 60 * MINUTE;
/** A session that nobody uses ends after this long [ASVS 7.3.1]. */
export const IDLE_LIFETIME_MS = 30 * DAY;
/** Every session ends after this long [ASVS 7.3.2]. */
const ABSOLUTE_LIFETIME_MS = 365 * DAY;
/** A session by which an operator looks at the app as somebody else. */
export const IMPERSONATION_LIFETIME_MS = 60 * MINUTE;
/** A refresh token that was just exchanged is taken once more: two tabs, or a lost answer. */
export const ROTATION_GRACE_MS = 30_000;

export interface NewSession {
  readonly installerId: string;
  readonly companyId: string;
  /** Null where no device is to be known by it. */
  readonly deviceHash: string | null;
  /** What the person has proved by signing in with it; null for nothing. */
  readonly identifierHash: string | null;
  readonly device: DeviceKind;
  /** Until its absolute end; the usual one where this is left out. */
  readonly lifetimeMs?: number;
}

/** Opens a session with its first pair of tokens. */
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
 * Exchanges a refresh token for a new pair. One that was exchanged before is taken again only while
 * the answer to that may have been lost: for 30 s, or as long as nothing issued since has been used.
 * Otherwise two parties hold it, and the whole session ends.
 * Throws `session_expired` or `refresh_reused`.
 */
export async function rotateTokens(services: Services, refreshToken: string): Promise<Token> {
  const now = services.clock.now();
  const outcome = await transact(services.db, (trx) =>
    tryRotate(trx, now, hashToken(refreshToken)),
  );
  // Thrown only here: the end of a session after a reuse has to be committed.
  if (outcome instanceof ApiFailure) throw outcome;
  return outcome;
}

/** The answer for a session that is over, with the reason where its person needs to know it. */
function expired(endReason: EndReason | null = null): ApiFailure {
  const more = endReason === PHONE_CHANGED ? { reason: PHONE_CHANGED } : {};
  return new ApiFailure('session_expired', { more });
}

async function tryRotate(
  trx: Transaction<Database>,
  now: number,
  refreshHash: string,
): Promise<Token | ApiFailure> {
  const found = await trx
    .selectFrom('session_tokens')
    .select('session_id')
    .where('refresh_hash', '=', refreshHash)
    .executeTakeFirst();
  if (found === undefined) return expired();
  const session = await trx
    .selectFrom('sessions')
    .innerJoin('installers', 'installers.id', 'sessions.installer_id')
    .select(['sessions.id', 'sessions.expires_at', 'sessions.ended_at', 'sessions.end_reason'])
    .select('installers.active')
    .where('sessions.id', '=', found.session_id)
    .forUpdate('sessions')
    .executeTakeFirst();
  if (session === undefined || session.ended_at !== null || !session.active) {
    return expired(session?.end_reason);
  }
  if (session.expires_at.getTime() <= now) return expired();
  // Read again under the session's lock: a parallel exchange has happened entirely or not at all.
  const pairs = await trx
    .selectFrom('session_tokens')
    .selectAll()
    .where('session_id', '=', session.id)
    .execute();
  const pair = pairs.find((candidate) => candidate.refresh_hash === refreshHash);
  if (pair === undefined || pair.refresh_expires_at.getTime() <= now) return expired();
  if (isReuse(pair, pairs, now)) {
    await endSession(trx, session.id, now, 'refresh_reused');
    return new ApiFailure('refresh_reused');
  }
  await supersede(trx, pair, now);
  const rotatedAt = pair.rotated_at ?? new Date(now);
  await trx
    .updateTable('session_tokens')
    .set({ rotated_at: rotatedAt, used_at: pair.used_at ?? new Date(now) })
    .where('id', '=', pair.id)
    .execute();
  return issuePair(trx, now, { id: session.id, expiresAt: session.expires_at.getTime() });
}

interface Pair {
  readonly id: string;
  readonly session_id: string;
  readonly issued_at: Date;
  readonly used_at: Date | null;
  readonly rotated_at: Date | null;
}

function isReuse(pair: Pair, pairs: readonly Pair[], now: number): boolean {
  if (pair.rotated_at === null) return false;
  const rotatedAt = pair.rotated_at.getTime();
  if (now - rotatedAt <= ROTATION_GRACE_MS) return false;
  return pairs.some(
    (other) =>
      other.id !== pair.id && other.issued_at.getTime() >= rotatedAt && other.used_at !== null,
  );
}

/** The pair whose answer was lost counts as exchanged too: whoever shows it later is a second party. */
async function supersede(trx: Transaction<Database>, pair: Pair, now: number): Promise<void> {
  if (pair.rotated_at === null || now - pair.rotated_at.getTime() <= ROTATION_GRACE_MS) return;
  await trx
    .updateTable('session_tokens')
    .set({ rotated_at: new Date(now) })
    .where('session_id', '=', pair.session_id)
    .where('issued_at', '>=', pair.rotated_at)
    .where('rotated_at', 'is', null)
    .execute();
}

/** Ends one session, at once and for all its tokens. */
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
 * Whom an access token belongs to.
 * Throws `unauthorised` for an unknown token, `session_expired` when its time is over.
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
  const isSwitchedOff = !row.active || row.companyActive === 0;
  if (row.ended_at !== null || isSwitchedOff || row.access_expires_at.getTime() <= now) {
    throw expired(row.end_reason);
  }
  if (row.used_at === null) await markUsed(services, row.pairId, now);
  return {
    userId: row.userId,
    companyId: row.companyId,
    role: row.role,
    region: toRegionCode(row.regions_id),
    regionId: row.regions_id,
    sessionId: row.sessionId,
    language: languageById(row.languages_id) ?? 'en',
  };
}

/** Where the disk is full reading goes on, and the next request marks it. */
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

/** The code of a region by its number. Every number that the database holds is known. */
export function toRegionCode(id: RegionId): RegionCode {
  const region = regions.find((candidate) => candidate.id === id);
  if (region === undefined) throw new Error(`There is no region ${id}.`);
  return region.code;
}
