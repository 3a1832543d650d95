import { type FastifyRequest } from 'fastify';
import { ApiFailure } from './failure.ts';

/** What a browser on this very machine calls it. */
const OWN_NAMES: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Whether a request was made to this machine under a name of its own, on any port. A page of a stranger's that
 * lets its name point here (DNS rebinding) asks under that name. What a proxy says of the name is not heard.
 */
export function hasLocalHostname({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  const address = `http://${headers.host ?? ''}`;
  return URL.canParse(address) && OWN_NAMES.has(new URL(address).hostname);
}

const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

/** Whether a request comes from this very machine, under a name of its own; behind a proxy on it all do. */
export function isFromThisMachine(request: FastifyRequest): boolean {
  return LOOPBACK.has(request.socket.remoteAddress ?? '127.0.0.1') && hasLocalHostname(request);
}

/** For what only whoever develops on this machine may see. Throws `not_found` otherwise. */
export async function requireLocalHostname(request: FastifyRequest): Promise<void> {
  if (!hasLocalHostname(request)) throw new ApiFailure('not_found');
}
