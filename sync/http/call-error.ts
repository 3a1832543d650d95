import type { ApiError, ApiErrorCode } from '#schemas/api/errors.ts';
import type { Refusal } from '#schemas/refusal.ts';

/**
 * Reason why a call failed: the server's code, or a local one if the server sent none. `not_an_answer`:
 * the response came from something other than our server (captive portal, proxy, gateway).
 * `too_large_for_network`: something in between responded with a 413, so the network blocks
 * requests of this size. `unknown_shape`: our server responded in a shape newer than this build.
 */
export type CallErrorCode =
  | ApiErrorCode
  | 'offline'
  | 'timeout'
  | 'cancelled'
  | 'not_an_answer'
  | 'too_large_for_network'
  | 'unknown_shape';

/** Status of a cancelled request (spec 1 §8). */
const CANCELLED_STATUS = 499;

interface Details {
  readonly status?: number;
  readonly errors?: readonly ApiError[];
  readonly retryAfterMs?: number | null;
  readonly cause?: unknown;
}

/** A failed API call. Branch on `code`, never on the message. */
export class CallError extends Error {
  override readonly name = 'CallError';
  readonly code: CallErrorCode;
  /** The server's HTTP status; 0 if the server didn't respond. */
  readonly status: number;
  readonly errors: readonly ApiError[];
  /** The server's Retry-After, in ms; null if it sent none. */
  readonly retryAfterMs: number | null;

  constructor(code: CallErrorCode, details: Details = {}) {
    super(code, { cause: details.cause });
    this.code = code;
    this.status = details.status ?? (code === 'cancelled' ? CANCELLED_STATUS : 0);
    this.errors = details.errors ?? [];
    this.retryAfterMs = details.retryAfterMs ?? null;
  }
}

const unreachableCodes: ReadonlySet<CallErrorCode> = new Set([
  'offline',
  'timeout',
  'not_an_answer',
]);

/** True if the call didn't reach our server: nothing responded, or only a proxy or a captive portal responded. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof CallError && (unreachableCodes.has(error.code) || isNetworkLimit(error));
}

/** True if the network blocked this one request for its size or rate. */
export function isNetworkLimit({ code, status }: CallError): boolean {
  return code === 'too_large_for_network' || (code === 'too_many_requests' && status === 0);
}

/** Converts an error to the rejection stored next to the edit. */
export function toRefusal(error: CallError): Refusal {
  const firstError = error.errors[0];
  const field = firstError?.field?.slice(0, 64);
  return {
    code: error.code,
    message: (firstError?.message ?? '').slice(0, 500),
    ...(field !== undefined && { field }),
  };
}
