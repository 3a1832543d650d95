import { type FastifyRequest } from 'fastify';
import { getActorByToken } from '#server/access/sessions.ts';
import { hashToken } from '#server/access/tokens.ts';
import { type Services } from '#server/services.ts';
import { ApiFailure } from '../failure.ts';
import { type Actor } from '../handler.ts';

/** `authorization: Bearer …`; our tokens are base64url. */
const BEARER = /^Bearer ([A-Za-z0-9_-]{20,200})$/i;

/**
 * Authenticates a request, within the token's concurrency limit, so that a busy client doesn't delay others. Throws
 * `too_many_requests` if too many of the client's requests are queued, `unauthorised` if the token is missing or
 * unknown, and `session_expired` if the session has ended or expired.
 */
export function authenticate(request: FastifyRequest, services: Services): Promise<Actor> {
  const token = BEARER.exec(request.headers.authorization ?? '')?.[1];
  if (token === undefined) throw new ApiFailure('unauthorised');
  const hash = hashToken(token);
  return request.server.concurrency.perToken(hash, () => getActorByToken(services, hash));
}
