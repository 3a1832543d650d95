import { type ApiError, type ApiErrorCode } from '#schemas/api/errors.ts';
import type { Refusal } from '#schemas/refusal.ts';

/**
 * Why a call failed: the server's own code, or what happened before one could arrive.
 * `not_an_answer` comes from something that is not our server (a captive portal, a proxy, a gateway).
 * `too_large_for_network` is a 413 from such a thing: the network lets nothing as large through.
 * `unknown_shape` is our server in a newer shape than this build knows.
 */
export type CallErrorCode =
  | ApiErrorCode
  | 'offline'
  | 'timeout'
  | 'cancelled'
  | 'not_an_answer'
  | 'too_large_for_network'
  | 'unknown_shape';

/** A cancelled request resolves as this status (spec 1 §8). */
export const CANCELLED_STATUS = 499;

interface Details {
  readonly status?: number;
  readonly errors?: readonly ApiError[];
  readonly retryAfterMs?: number | null;
  readonly cause?: unknown;
}

/** A call of the contract that failed. Code branches on `code`, never on the message. */
export class CallError extends Error {
  override readonly name = 'CallError';
  readonly code: CallErrorCode;
  /** The HTTP status of the server's answer; 0 where there was none, or only that of something in between. */
  readonly status: number;
  readonly errors: readonly ApiError[];
  /** How long the server asked to be left alone, where it did. */
  readonly retryAfterMs: number | null;

  constructor(code: CallErrorCode, details: Details = {}) {
    super(code, { cause: details.cause });
    this.code = code;
    this.status = details.status ?? (code === 'cancelled' ? CANCELLED_STATUS : 0);
    this.errors = details.errors ?? [];
    this.retryAfterMs = details.retryAfterMs ?? null;
  }
}

const unreachable: ReadonlySet<CallErrorCode> = new Set(['offline', 'timeout', 'not_an_answer']);

/** Whether the server was not reached: nothing has answered, or only something in between. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof CallError && (unreachable.has(error.code) || isNetworkLimit(error));
}

/** Whether something in between let this one request not through, for its size or for their number. */
export function isNetworkLimit({ code, status }: CallError): boolean {
  return code === 'too_large_for_network' || (code === 'too_many_requests' && status === 0);
}

/** The server's no, as it is kept beside the edit that it is about. */
export function toRefusal(error: CallError): Refusal {
  const said = error.errors[0];
  const field = said?.field?.slice(0, 64);
  return {
    code: error.code,
    message: (said?.message ?? '').slice(0, 500),
    ...(field !== undefined && { field }),
  };
}
