import { isIPv6 } from 'node:net';

/**
 * What one asker is counted by: an IPv4 address, or the first 64 bits of an IPv6 one, since a connection
 * is given all that lie below them.
 * @param address as the socket or a trusted proxy says it; anything that is none is taken as it stands
 */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  // A URL writes every address one way: lower case, the longest row of zeros as `::`, no dotted part.
  const [host = ''] = address.split('%');
  const normal = new URL(`http://[${host}]`).hostname.slice(1, -1);
  const [head = '', tail] = normal.split('::');
  const front = groupsOf(head);
  const back = groupsOf(tail ?? '');
  const gap = Array.from({ length: 8 - front.length - back.length }, () => '0');
  const groups = [...front, ...gap, ...back];
  if (isMapped(groups)) return dotted(groups.slice(6));
  return `${groups.slice(0, 4).join(':')}::/64`;
}

function groupsOf(text: string): string[] {
  return text === '' ? [] : text.split(':');
}

/** `::ffff:192.0.2.1`, as a socket of both families calls an IPv4 address. */
function isMapped(groups: readonly string[]): boolean {
  return groups.slice(0, 5).every((group) => group === '0') && groups[5] === 'ffff';
}

function dotted(groups: readonly string[]): string {
  const bytes = groups.flatMap((group) => {
    const value = Number.parseInt(group, 16);
    return [value >> 8, value & 255];
  });
  return bytes.join('.');
}
