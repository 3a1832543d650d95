import { type FastifyRequest } from 'fastify';
import { ApiFailure } from './failure.ts';

/** Host names under which a browser on this machine reaches the server. */
const LOCAL_NAMES: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * True if the request's Host header is a local name, on any port. This protects against DNS rebinding, where another
 * site's request carries that site's name. Forwarded host headers are ignored.
 */
function hasLocalHostname({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  const address = `http://${headers.host ?? ''}`;
  return URL.canParse(address) && LOCAL_NAMES.has(new URL(address).hostname);
}

const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

/**
 * True if the request comes from this machine and has a local host name. Behind a local proxy, every request comes from
 * this machine, so only the host name counts.
 */
export function isFromThisMachine(request: FastifyRequest): boolean {
  return LOOPBACK.has(request.socket.remoteAddress ?? '127.0.0.1') && hasLocalHostname(request);
}

/** Throws `not_found` unless the request has a local host name. Guards pages for local development. */
export async function requireLocalHostname(request: FastifyRequest): Promise<void> {
  if (!hasLocalHostname(request)) throw new ApiFailure('not_found');
}
