import {
  apiErrors,
  type ApiError,
  type ApiErrorCode,
  type ApiFailure as Body,
} from '#schemas/api/errors.ts';

/** A failure that the caller is told: a code of the contract and the input's part it is about. */
export class ApiFailure extends Error {
  readonly code: ApiErrorCode;
  readonly errors: readonly ApiError[];
  /** Seconds until it makes sense to ask again. */
  readonly retryAfter: number | undefined;

  /**
   * @param detail `field` the part of the input as a dotted path; `retryAfter` in seconds
   */
  constructor(
    code: ApiErrorCode,
    detail: {
      field?: string;
      fields?: readonly string[];
      retryAfter?: number;
      cause?: unknown;
    } = {},
  ) {
    super(apiErrors[code].message, { cause: detail.cause });
    this.name = 'ApiFailure';
    this.code = code;
    this.retryAfter = detail.retryAfter;
    const fields = detail.fields ?? (detail.field === undefined ? [] : [detail.field]);
    this.errors =
      fields.length === 0 ? [apiError(code)] : fields.map((field) => apiError(code, field));
  }

  get status(): number {
    return apiErrors[this.code].status;
  }

  /** The answer's body. */
  get body(): Body {
    return { errors: [...this.errors] };
  }
}

/** One error as the contract writes it; also used for the verdicts on items of a bulk. */
export function apiError(code: ApiErrorCode, field?: string): ApiError {
  const { message } = apiErrors[code];
  return field === undefined ? { code, message } : { code, field, message };
}
