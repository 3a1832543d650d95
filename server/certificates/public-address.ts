import { type Environment } from '../environment.ts';

/** Where a homeowner sees that a certificate is real: what its QR code says. */
export function publicAddress(
  { publicOrigin }: Pick<Environment, 'publicOrigin'>,
  number: string,
): string {
  return `${publicOrigin}/c/${number}`;
}
