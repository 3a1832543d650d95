import * as v from 'valibot';
import { PASSKEY_NEEDED } from '#schemas/operator/operator-call.ts';

/** Codes for calls without a response, or with an unreadable one. */
const clientCodes = ['offline', 'timeout', 'unreadable'] as const;
type ClientErrorCode = (typeof clientCodes)[number];

interface Details {
  readonly status: number;
  readonly triesLeft: number | null;
  readonly retryAfterS: number | null;
  readonly reason: string | null;
  readonly isRead: boolean;
}

/** A failed call. `code` is the server's, or one of ours if the server sent none. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
  readonly code: string;
  readonly status: number;
  readonly triesLeft: number | null;
  /** Seconds until the call may be repeated. */
  readonly retryAfterS: number | null;
  /** Detail of the code, such as `passkey_needed`. */
  readonly reason: string | null;
  /** True if the call only reads, so it hasn't changed anything. */
  readonly isRead: boolean;

  constructor(code: string, details: Partial<Details> = {}) {
    super(code);
    const { status = 0, triesLeft = null, retryAfterS = null, reason = null } = details;
    this.code = code;
    this.status = status;
    this.triesLeft = triesLeft;
    this.retryAfterS = retryAfterS;
    this.reason = reason;
    this.isRead = details.isRead ?? false;
  }

  /** True if the session has ended, so the operator has to sign in again. */
  get isSignedOut(): boolean {
    return this.status === 401;
  }

  /** True if the operator must use a passkey first, or use it again. */
  get needsPasskey(): boolean {
    return this.reason === PASSKEY_NEEDED;
  }

  /** True if someone else has changed or deleted the screen's data. */
  get isOutdated(): boolean {
    return this.status === 409 || this.status === 404;
  }

  /** True if the server may have carried out the call, or may still do so. */
  get isUncertain(): boolean {
    return this.status === 0 || this.status >= 500;
  }
}

export function clientError(code: ClientErrorCode, isRead = false): OperatorError {
  return new OperatorError(code, { isRead });
}

/** Converts any thrown value to an `OperatorError`. An unknown failure gets the code `unreadable`. */
export function toOperatorError(error: unknown): OperatorError {
  return error instanceof OperatorError ? error : clientError('unreadable');
}

const errorBody = v.object({
  errors: v.pipe(
    v.array(
      v.object({
        code: v.string(),
        tries_left: v.optional(v.number()),
        reason: v.optional(v.string()),
      }),
    ),
    v.minLength(1),
  ),
});

/** Reads the body of an error response. */
export function readFailure(
  status: number,
  body: unknown,
  retryAfter: string | null,
  isRead = false,
) {
  const parsed = v.safeParse(errorBody, body);
  const [firstError] = parsed.success ? parsed.output.errors : [];
  return new OperatorError(firstError?.code ?? 'internal', {
    status,
    isRead,
    triesLeft: firstError?.tries_left ?? null,
    reason: firstError?.reason ?? null,
    retryAfterS: retryAfter !== null && /^\d+$/.test(retryAfter) ? Number(retryAfter) : null,
  });
}
