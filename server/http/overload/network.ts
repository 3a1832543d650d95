import { normalizeIP } from '@fastify/rate-limit';

/** A connection is given all IPv6 addresses below such a prefix. */
const IPV6_PREFIX_BITS = 64;

/**
 * What one asker is counted by: an IPv4 address, or the first 64 bits of an IPv6 one.
 * @param address as the socket or a trusted proxy says it; anything that is none is taken as it stands
 */
export function networkOf(address: string): string {
  return normalizeIP(address, IPV6_PREFIX_BITS);
}
