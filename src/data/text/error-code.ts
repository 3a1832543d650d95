import { msg } from '@lingui/core/macro';
import { currentErrorCode } from '#schemas/api/errors.ts';

// These two messages load with the first screen, all others later (`error-messages.ts`).

/** Fallback for errors without a message (spec 1 §8). */
export const genericMessage = msg`Something went wrong. Please try again.`;
export const offlineMessage = msg`You’re offline. Try again when you’re connected.`;

/**
 * Returns the code of one of our own errors, or null for any other error. A stored rejection may have an older build's
 * code, which is replaced by the current one.
 */
export function codeOf(error: unknown): string | null {
  if (typeof error !== 'object' || error === null || !('code' in error)) return null;
  return typeof error.code === 'string' ? currentErrorCode(error.code) : null;
}

/** Returns the server's Retry-After in ms; null if there is none. */
export function retryAfterOf(error: unknown): number | null {
  if (typeof error !== 'object' || error === null || !('retryAfterMs' in error)) return null;
  return typeof error.retryAfterMs === 'number' ? error.retryAfterMs : null;
}

/** One error in a response, and the field it's about. */
interface NamedError {
  readonly code: string;
  readonly field?: string | undefined;
  /** Remaining attempts after a wrong code. */
  readonly tries_left?: number | undefined;
  /** The server's reason, if the user needs to know it. */
  readonly reason?: string | undefined;
}

/** Finds a failed call's error for one of these body fields; null if there is none. */
export function errorAt(error: unknown, ...names: readonly string[]): NamedError | null {
  const fields = names.map((name) => `body.${name}`);
  return errorsOf(error).find(({ field }) => field !== undefined && fields.includes(field)) ?? null;
}

/** Returns all errors of a failed call; empty if it has none. */
export function errorsOf(error: unknown): readonly NamedError[] {
  if (typeof error !== 'object' || error === null || !('errors' in error)) return [];
  // Safe: only a CallError has `errors`, and the contract has validated them.
  return Array.isArray(error.errors) ? (error.errors as NamedError[]) : [];
}

/** Returns the number of attempts left after a wrong code; 0 if a new code is needed. */
export function triesLeftOf(error: unknown): number {
  return errorsOf(error)[0]?.tries_left ?? 0;
}
