import { type FastifyRequest } from 'fastify';
import { getActorByToken } from '#server/access/sessions.ts';
import { hashToken } from '#server/access/tokens.ts';
import { type Services } from '#server/services.ts';
import { ApiFailure } from '../failure.ts';
import { type Actor } from '../handler.ts';

/** `authorization: Bearer …`; our tokens are base64url. */
const BEARER = /^Bearer ([A-Za-z0-9_-]{20,200})$/i;

/**
 * The person behind a request; asked in turn, so that one who asks often keeps nobody else from being known.
 * Throws `too_many_requests` where too much of theirs waits already, `unauthorised` without a known token, `session_expired` when its time is over or it was ended.
 */
export function authenticate(request: FastifyRequest, services: Services): Promise<Actor> {
  const token = BEARER.exec(request.headers.authorization ?? '')?.[1];
  if (token === undefined) throw new ApiFailure('unauthorised');
  const hash = hashToken(token);
  return request.server.concurrency.perToken(hash, () => getActorByToken(services, hash));
}
