import { type FastifyReply, type FastifyRequest } from 'fastify';
import {
  BACKGROUND_HEADER,
  type OperatorCall,
  PASSKEY_NEEDED,
} from '#schemas/operator/operator-call.ts';
import { regionsWithRight } from '#schemas/operator/operator-rights.ts';
import { ApiFailure } from '../http/failure.ts';
import { type Services } from '../services.ts';
import { type OperatorActor } from './operator-handler.ts';
import { findOpenSession, knownGrants, recentUntil } from './operator-sessions.ts';
import { scopedQueries } from './operator-scope.ts';

/** Because of the `__Host-` prefix, browsers send the cookie only to this host, and only over TLS or to localhost. */
export const SESSION_COOKIE = '__Host-console';
const COOKIE_VALUE = new RegExp(`(?:^|; )${SESSION_COOKIE}=([A-Za-z0-9_-]{43})(?:;|$)`);

/** Sets the session cookie; null removes it. */
export function setSessionCookie(reply: FastifyReply, token: string | null): void {
  const attributes = ['Path=/', 'HttpOnly', 'Secure', 'SameSite=Strict'];
  if (token === null) attributes.push('Max-Age=0');
  void reply.header('set-cookie', [`${SESSION_COOKIE}=${token ?? ''}`, ...attributes].join('; '));
}

/**
 * Authenticates an operator, and verifies that the session is strong enough and the operator has the right that the
 * call requires.
 * @returns null if there is no session and the call needs none
 * @throws ApiFailure `unauthorised` without a cookie, `session_expired` for an ended session, `forbidden` if the
 * operator lacks the right, `forbidden` with a reason if the passkey must be used first
 */
export async function authenticateOperator(
  request: FastifyRequest,
  services: Services,
  { right, strength }: Pick<OperatorCall, 'right' | 'strength'>,
): Promise<OperatorActor | null> {
  const actor = await findActor(request, services, right);
  if (actor instanceof ApiFailure) {
    if (strength === 'none') return null;
    throw actor;
  }
  if (right !== null && actor.regions.length === 0) throw new ApiFailure('forbidden');
  requireStrength(actor, strength, services.clock.now());
  return actor;
}

/** Throws `forbidden` with the reason `PASSKEY_NEEDED` if the session is weaker than required. */
export function requireStrength(
  actor: Pick<OperatorActor, 'strength' | 'passkeyUsedAt'>,
  requiredStrength: OperatorCall['strength'],
  now: number,
): void {
  const isStrong = actor.strength === 'passkey';
  const isRecent = isStrong && (recentUntil(actor) ?? 0) > now;
  const isStrongEnough = { none: true, weak: true, passkey: isStrong, recent: isRecent }[
    requiredStrength
  ];
  if (!isStrongEnough) throw new ApiFailure('forbidden', { details: { reason: PASSKEY_NEEDED } });
}

async function findActor(
  { headers }: FastifyRequest,
  services: Services,
  right: OperatorCall['right'],
): Promise<OperatorActor | ApiFailure> {
  const token = COOKIE_VALUE.exec(headers.cookie ?? '')?.[1];
  if (token === undefined) return new ApiFailure('unauthorised');
  const session = await findOpenSession(services, token, headers[BACKGROUND_HEADER] === undefined);
  if (session === null) return new ApiFailure('session_expired');
  const grants = knownGrants(session.grants);
  const regions =
    right === null
      ? [...new Set(grants.flatMap((grant) => grant.regions))]
      : regionsWithRight(grants, right);
  return {
    ...session,
    sessionId: session.id,
    grants,
    regions,
    queries: scopedQueries(services.db, regions),
  };
}
