import { normalizeIP } from '@fastify/rate-limit';

/** A customer connection usually gets a whole IPv6 prefix of this length. */
const IPV6_PREFIX_BITS = 64;

/**
 * Returns the network of a client's address. The limits treat all addresses in a network as one client. For IPv4, the
 * network is the address itself; for IPv6, it's the /64 prefix.
 * @param address from the socket or a trusted proxy; an invalid address is returned unchanged
 */
export function getNetwork(address: string): string {
  return normalizeIP(address, IPV6_PREFIX_BITS);
}
