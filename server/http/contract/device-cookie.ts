import { type FastifyReply, type FastifyRequest } from 'fastify';
import { newToken } from '#server/access/tokens.ts';
import { type Services } from '#server/services.ts';

/** The calls of a sign-in lie below this; nothing else gets the cookie. */
const PATH = '/api/v2/installer/login';
/** The longest that browsers keep a cookie: 400 days. */
const MAX_AGE_SECONDS = 400 * 86_400;
const OURS = /(?:^|; )club_device=([A-Za-z0-9_-]{43})(?:;|$)/;

/**
 * The name that this browser is known by when it signs in again: 256 random bits in a cookie that no
 * script can read. It opens nothing; a device that has signed in before only need not stand in line
 * with strangers (`access/known-device.ts`). Made where there is none, and kept for longer each time.
 */
export function identifyDevice(
  request: FastifyRequest,
  reply: FastifyReply,
  { environment }: Services,
): string {
  const device = OURS.exec(request.headers.cookie ?? '')?.[1] ?? newToken();
  const attributes = ['HttpOnly', 'SameSite=Strict', `Path=${PATH}`, `Max-Age=${MAX_AGE_SECONDS}`];
  // In production the proxy in front speaks TLS; without it a browser would not keep the cookie.
  if (environment.mode === 'production') attributes.push('Secure');
  void reply.header('set-cookie', [`club_device=${device}`, ...attributes].join('; '));
  return device;
}
