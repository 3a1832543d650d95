import { normalizeIP } from '@fastify/rate-limit';

/** A customer connection usually gets a whole IPv6 prefix of this length. */
const IPV6_PREFIX_BITS = 64;

/**
 * Groups clients for limits: an IPv4 address, or the /64 of an IPv6 one.
 * @param address from the socket or a trusted proxy; an invalid one is returned unchanged
 */
export function getNetwork(address: string): string {
  return normalizeIP(address, IPV6_PREFIX_BITS);
}
