import { type Environment } from '../environment.ts';

/** Where a homeowner sees that a certificate is real: what its QR code says. */
export function publicCertificateUrl(
  { appUrl }: Pick<Environment, 'appUrl'>,
  number: string,
): string {
  return `${new URL(appUrl).origin}/c/${number}`;
}
