import { type ApiError, type ApiErrorCode } from '#schemas/api/errors.ts';
import type { Refusal } from '#schemas/refusal.ts';

/**
 * Why a call failed: the server's own code, or what happened before one could arrive.
 * `not_an_answer` is something that is not our server speaking (a captive portal's page, a gateway's).
 * `unknown_shape` is our server in a newer shape than this build knows.
 */
export type CallErrorCode =
  | ApiErrorCode
  | 'offline'
  | 'timeout'
  | 'cancelled'
  | 'not_an_answer'
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
  /** The HTTP status; 0 when there was no answer. */
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

/** Whether the server was not reached at all, as far as anybody can tell. */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof CallError)) return false;
  return error.code === 'offline' || error.code === 'timeout' || error.code === 'not_an_answer';
}

/** The server's no, as it is kept beside the edit that it is about. */
export function refusalOf(error: CallError): Refusal {
  const said = error.errors[0];
  const field = said?.field?.slice(0, 64);
  return {
    code: error.code,
    message: (said?.message ?? '').slice(0, 500),
    ...(field !== undefined && { field }),
  };
}
