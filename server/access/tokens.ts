import { createHash, createHmac, randomBytes, randomInt } from 'node:crypto';
import { CODE_LENGTH } from '#schemas/session.ts';

/** How long a one-time code is good for: 10 minutes [ASVS 6.5.5]. */
export const CODE_LIFETIME_MINUTES = 10;

/** A token: 256 random bits, 43 characters that may stand in a header. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What is kept of a token: 256 random bits need no salt and no slow hash. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/** Five digits, each code as likely as any other. */
export function newCode(): string {
  return String(randomInt(10 ** CODE_LENGTH)).padStart(CODE_LENGTH, '0');
}

/** What is kept of a code: worthless without the pepper, and bound to its challenge. */
export function hashCode(pepper: string, challengeId: string, code: string): string {
  return createHmac('sha256', pepper).update(`code:${challengeId}:${code}`).digest('base64url');
}

/** A keyed hash for what must be recognised but not kept: addresses, e-mails, phone numbers. */
export function keyedHash(pepper: string, purpose: string, value: string): string {
  return createHmac('sha256', pepper).update(`${purpose}:${value}`).digest('base64url');
}
