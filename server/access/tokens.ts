import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { CODE_LENGTH } from '#schemas/session.ts';

/** How long a one-time code is good for: 10 minutes [ASVS 6.5.5]. */
export const CODE_LIFETIME_MINUTES = 10;

/** For how long an e-mail address that was replaced can be taken back. */
export const EMAIL_RESTORE_DAYS = 7;

/** A token: 256 random bits, 43 characters that may stand in a header. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What is kept of a token: 256 random bits need no salt and no slow hash. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/** So many digits, each code as likely as any other. @param length a multiple of five */
export function newCode(length: number = CODE_LENGTH): string {
  const groups = Array.from({ length: length / CODE_LENGTH }, () =>
    String(randomInt(10 ** CODE_LENGTH)).padStart(CODE_LENGTH, '0'),
  );
  return groups.join('');
}

/** What is kept of a code: worthless without the pepper, and bound to its challenge. */
export function hashCode(pepper: string, challengeId: string, code: string): string {
  return createHmac('sha256', pepper).update(`code:${challengeId}:${code}`).digest('base64url');
}

/** By which it is known again that somebody has signed in with an e-mail address or a phone number. */
export function hashIdentifier(pepper: string, identifier: string): string {
  return keyedHash(pepper, 'identifier', identifier);
}

/** Whether two hashes are the same, told in the same time for all that are not. */
export function isSameHash(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** A keyed hash for what must be recognised but not kept: addresses, e-mails, phone numbers. */
export function keyedHash(pepper: string, purpose: string, value: string): string {
  return createHmac('sha256', pepper).update(`${purpose}:${value}`).digest('base64url');
}
