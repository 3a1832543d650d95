import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { CODE_LENGTH } from '#schemas/session.ts';

/** Lifetime of a one-time code [ASVS 6.5.5]. */
export const CODE_LIFETIME_MINUTES = 10;

/** Lifetime of an operator's sign-in code, which has ten digits. */
export const OPERATOR_CODE_MINUTES = 15;

/** Lifetime of the code that invites an operator. */
export const OPERATOR_INVITATION_DAYS = 7;

/** A replaced email address can be restored for this many days. */
export const EMAIL_RESTORE_DAYS = 7;

/** Creates a token: 256 random bits as 43 URL-safe characters. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Hashes a token for storage: 256 random bits need no salt and no slow hash. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/**
 * Creates a uniformly random code of `length` digits.
 * @param length a multiple of five
 */
export function newCode(length: number = CODE_LENGTH): string {
  const groups = Array.from({ length: length / CODE_LENGTH }, () =>
    String(randomInt(10 ** CODE_LENGTH)).padStart(CODE_LENGTH, '0'),
  );
  return groups.join('');
}

/** Hashes a code for storage. The hash can't be verified without the pepper, and matches only in the given challenge. */
export function hashCode(pepper: string, challengeId: string, code: string): string {
  return createHmac('sha256', pepper).update(`code:${challengeId}:${code}`).digest('base64url');
}

/** Hashes an email address or phone number, to record a sign-in with it. */
export function hashIdentifier(pepper: string, identifier: string): string {
  return keyedHash(pepper, 'identifier', identifier);
}

/** Compares two hashes in constant time. */
export function isSameHash(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/**
 * Hashes a value that must be recognised again but not stored, such as an email address or phone number. The pepper is
 * the key.
 */
export function keyedHash(pepper: string, purpose: string, value: string): string {
  return createHmac('sha256', pepper).update(`${purpose}:${value}`).digest('base64url');
}
