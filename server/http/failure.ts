import { apiErrorMessages } from '#schemas/api/error-messages.ts';
import {
  apiErrorStatus,
  type ApiError,
  type ApiErrorCode,
  type ApiFailure as Body,
} from '#schemas/api/errors.ts';

/** Extra fields of errors with certain codes. */
type ErrorDetails = Pick<ApiError, 'earlier' | 'tries_left' | 'reason'>;

/** An error for the client: one of the contract's codes, and the input fields it is about. */
export class ApiFailure extends Error {
  readonly code: ApiErrorCode;
  readonly errors: readonly ApiError[];
  /** Seconds after which a retry makes sense. */
  readonly retryAfter: number | undefined;

  /**
   * @param options `field`: dotted path of the input; `errors`: complete errors; `retryAfter`: seconds; `details`:
   *   extra fields of errors with this code
   */
  constructor(
    code: ApiErrorCode,
    options: {
      field?: string;
      fields?: readonly string[];
      problems?: readonly { readonly code: ApiErrorCode; readonly field: string }[];
      errors?: readonly ApiError[];
      retryAfter?: number;
      details?: ErrorDetails;
      cause?: unknown;
    } = {},
  ) {
    super(apiErrorMessages[code], { cause: options.cause });
    this.name = 'ApiFailure';
    this.code = code;
    this.retryAfter = options.retryAfter;
    const fields = options.fields ?? (options.field === undefined ? [] : [options.field]);
    const problems = options.problems ?? fields.map((field) => ({ code, field }));
    this.errors =
      options.errors ??
      (problems.length === 0
        ? [apiError(code, undefined, options.details)]
        : problems.map((problem) => apiError(problem.code, problem.field, options.details)));
  }

  /** Copies the failure with different messages. */
  withMessages(getMessage: (error: ApiError) => string): ApiFailure {
    const errors = this.errors.map((error) => ({ ...error, message: getMessage(error) }));
    const { code, retryAfter } = this;
    return new ApiFailure(code, {
      errors,
      cause: this,
      ...(retryAfter !== undefined && { retryAfter }),
    });
  }

  /** Combines several problems. The first one determines the status, and problems with another status are omitted. */
  static of(
    problems: readonly { readonly code: ApiErrorCode; readonly field: string }[],
  ): ApiFailure {
    const [firstProblem] = problems;
    if (firstProblem === undefined) throw new Error('A failure needs at least one problem.');
    const sameStatus = problems.filter(
      ({ code }) => apiErrorStatus[code] === apiErrorStatus[firstProblem.code],
    );
    return new ApiFailure(firstProblem.code, { problems: sameStatus });
  }

  /** Creates the failure for invalid input of an operator's command, with a sentence for each problem. */
  static ofInput(messages: readonly string[]): ApiFailure {
    const errors = messages.map((message) => ({
      code: 'invalid_input' as const,
      field: 'input',
      message,
    }));
    return new ApiFailure('invalid_input', { errors });
  }

  get status(): number {
    return apiErrorStatus[this.code];
  }

  get body(): Body {
    return { errors: [...this.errors] };
  }
}

/** Creates an error in the contract's format. Verdicts on bulk items use the same format. */
export function apiError(code: ApiErrorCode, field?: string, details: ErrorDetails = {}): ApiError {
  const message = apiErrorMessages[code];
  return { code, ...(field !== undefined && { field }), message, ...details };
}
