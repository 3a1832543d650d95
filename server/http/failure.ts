import { apiErrorMessages } from '#schemas/api/error-messages.ts';
import {
  apiErrorStatus,
  type ApiError,
  type ApiErrorCode,
  type ApiFailure as Body,
} from '#schemas/api/errors.ts';

/** What the errors of some codes say beside. */
export type ErrorDetails = Pick<ApiError, 'earlier' | 'tries_left' | 'reason'>;

/** A failure that the caller is told: a code of the contract and the input's part it is about. */
export class ApiFailure extends Error {
  readonly code: ApiErrorCode;
  readonly errors: readonly ApiError[];
  /** Seconds until it makes sense to ask again. */
  readonly retryAfter: number | undefined;

  /**
   * @param detail `field` the part of the input as a dotted path; `retryAfter` in seconds; `more` what an
   *   error of that code says beside
   */
  constructor(
    code: ApiErrorCode,
    detail: {
      field?: string;
      fields?: readonly string[];
      problems?: readonly { readonly code: ApiErrorCode; readonly field: string }[];
      retryAfter?: number;
      more?: ErrorDetails;
      cause?: unknown;
    } = {},
  ) {
    super(apiErrorMessages[code], { cause: detail.cause });
    this.name = 'ApiFailure';
    this.code = code;
    this.retryAfter = detail.retryAfter;
    const fields = detail.fields ?? (detail.field === undefined ? [] : [detail.field]);
    const problems = detail.problems ?? fields.map((field) => ({ code, field }));
    this.errors =
      problems.length === 0
        ? [apiError(code, undefined, detail.more)]
        : problems.map((problem) => apiError(problem.code, problem.field, detail.more));
  }

  /** One failure for several problems. All have the first one's status. */
  static of(
    problems: readonly { readonly code: ApiErrorCode; readonly field: string }[],
  ): ApiFailure {
    const [first] = problems;
    if (first === undefined) throw new Error('A failure needs a problem.');
    const alike = problems.filter(
      ({ code }) => apiErrorStatus[code] === apiErrorStatus[first.code],
    );
    return new ApiFailure(first.code, { problems: alike });
  }

  get status(): number {
    return apiErrorStatus[this.code];
  }

  /** The answer's body. */
  get body(): Body {
    return { errors: [...this.errors] };
  }
}

/** One error as the contract writes it; also used for the verdicts on items of a bulk. */
export function apiError(code: ApiErrorCode, field?: string, more: ErrorDetails = {}): ApiError {
  const message = apiErrorMessages[code];
  return { code, ...(field !== undefined && { field }), message, ...more };
}
