import { type Kysely } from 'kysely';
import { type Call } from '#schemas/api/call.ts';
import { type CallId, type calls } from '#schemas/api/calls.ts';
import { transact } from '../db/database.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { type Handler, type Actor } from '../http/handler.ts';
import { deviceKindOf } from '#schemas/device-kind.ts';
import { MINUTE_MS } from '#schemas/durations.ts';
import { regionCodeOf } from '#schemas/regions.ts';
import { limits, enforceLimit } from './rate-limits.ts';
import { IMPERSONATION_LIFETIME_MS, createSession } from './sessions.ts';
import { hashToken, newToken } from './tokens.ts';

/** The lifetime is short, because the token is part of a URL. */
const TOKEN_LIFETIME_MS = 10 * MINUTE_MS;

/** Returns the id of the active person with this email address, or null. */
export async function findActivePersonIdByEmail(
  db: Kysely<Database>,
  email: string,
): Promise<string | null> {
  const person = await db
    .selectFrom('installers')
    .select('id')
    .where('email', '=', email.toLowerCase())
    .where('active', '=', true)
    .executeTakeFirst();
  return person?.id ?? null;
}

/**
 * Creates a token for the app's `faker` URL parameter. Opening the link starts a session as the person that lasts up
 * to an hour. The link works only once, and only within ten minutes.
 * @param personId id of an active person
 * @param options.isReadOnly true if the session can't change anything; only tokens for such sessions work in production
 */
export async function createImpersonationToken(
  db: Kysely<Database>,
  now: number,
  personId: string,
  { isReadOnly = false } = {},
): Promise<string> {
  const token = newToken();
  await db
    .insertInto('faker_tokens')
    .values({
      token_hash: hashToken(token),
      installer_id: personId,
      is_read_only: isReadOnly,
      expires_at: new Date(now + TOKEN_LIFETIME_MS),
      used_at: null,
    })
    .execute();
  return token;
}

/**
 * Exchanges an impersonation token for a short session. If impersonation is disabled on this server, only tokens for
 * read-only sessions are valid.
 */
export const impersonate: Handler<typeof calls.startImpersonation> = async (
  { body, clientNetwork, userAgent },
  services,
) => {
  await enforceLimit(services, limits.refreshesPerNetwork, clientNetwork);
  const now = services.clock.now();
  return transact(services.db, async (trx) => {
    const usedToken = await trx
      .updateTable('faker_tokens')
      .set({ used_at: new Date(now) })
      .where('token_hash', '=', hashToken(body.faker))
      .where('used_at', 'is', null)
      .where('expires_at', '>', new Date(now))
      .$if(!services.environment.allowsImpersonation, (update) =>
        update.where('is_read_only', '=', true),
      )
      .returning(['installer_id', 'is_read_only'])
      .executeTakeFirst();
    const person =
      usedToken &&
      (await trx
        .selectFrom('installers as person')
        .innerJoin('companies as company', 'company.id', 'person.company_id')
        .select(['person.id', 'person.company_id', 'person.role', 'company.regions_id'])
        .where('person.id', '=', usedToken.installer_id)
        .where('person.active', '=', true)
        .executeTakeFirst());
    if (!usedToken || !person) throw new ApiFailure('session_expired');
    const token = await createSession(trx, now, {
      installerId: person.id,
      companyId: person.company_id,
      deviceHash: null,
      identifierHash: null,
      device: deviceKindOf(userAgent),
      lifetimeMs: IMPERSONATION_LIFETIME_MS,
      isReadOnly: usedToken.is_read_only,
    });
    services.logger.warn('an operator started to impersonate a person');
    return {
      token,
      user_id: person.id,
      company_id: person.company_id,
      role: person.role,
      region: regionCodeOf(person.regions_id),
      ...(usedToken.is_read_only && { is_read_only: true as const }),
    };
  });
};

/** Calls that send a message, or count against a limit of the person or their company. Two of them are GETs. */
const countedCalls: readonly string[] = [
  'confirmScan',
  'confirmScans',
  'requestEmailVerification',
  'resendTeamInvitation',
  'sendTeamInvitation',
] satisfies readonly CallId[];

/**
 * Throws `forbidden` if an operator who uses the app as the person must not make the call. If they only view the app,
 * they may read, and end that session by signing out.
 */
export function requireAllowedCall({ id, method }: Call, actor: Actor): void {
  if (countedCalls.includes(id)) forbidImpersonation(actor);
  if (actor.isReadOnly && method !== 'GET' && id !== 'signOut') throw new ApiFailure('forbidden');
}

/** Throws `forbidden` for an operator who uses the app as the person. Only the person may make such changes. */
export function forbidImpersonation({ isImpersonated }: Pick<Actor, 'isImpersonated'>): void {
  if (isImpersonated) throw new ApiFailure('forbidden');
}
