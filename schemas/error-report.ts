import * as v from 'valibot';
import { browsers, systems } from './account-session.ts';
import { apiErrorCodes, currentErrorCode, formerErrorCodes } from './api/errors.ts';
import { leadProblems } from './lead-edit.ts';
import { wholeNumberBetween } from './primitives.ts';

/* Report of an uncaught error on a device. Every text is either from a fixed list or in a format that can't
   hold personal data; error messages are omitted because they may repeat user input. */

/** Error names that may be reported: those of the language, the browser, our own code and our libraries. */
export const errorKinds = [
  'Error',
  'AggregateError',
  'EvalError',
  'RangeError',
  'ReferenceError',
  'SyntaxError',
  'TypeError',
  'URIError',
  'AbortError',
  'ConstraintError',
  'DataCloneError',
  'DataError',
  'EncodingError',
  'HierarchyRequestError',
  'IndexSizeError',
  'InvalidAccessError',
  'InvalidCharacterError',
  'InvalidNodeTypeError',
  'InvalidStateError',
  'NetworkError',
  'NotAllowedError',
  'NotFoundError',
  'NotReadableError',
  'NotSupportedError',
  'OperationError',
  'OverconstrainedError',
  'QuotaExceededError',
  'ReadOnlyError',
  'SecurityError',
  'TimeoutError',
  'TransactionInactiveError',
  'UnknownError',
  'VersionError',
  'CallError',
  'CameraError',
  'PhotoError',
  'SyncError',
  'BulkError',
  'DatabaseClosedError',
  'DexieError',
  'OpenFailedError',
  'RxError',
  'RxTypeError',
  'ValiError',
  'WebAssemblyError',
  'WorkboxError',
  // `other`: any other error name. `none`: a thrown value that isn't an error.
  'other',
  'none',
] as const;
export type ErrorKind = (typeof errorKinds)[number];

/** Our own error codes, in addition to the server's. */
const deviceErrorCodes = [
  'offline',
  'timeout',
  'cancelled',
  'not_an_answer',
  'too_large_for_network',
  'unknown_shape',
  'storage_full',
  'database_newer',
  'database_hung',
  'database_failed',
  'migration_failed',
  'scan_not_found',
  'project_begun',
  'closing_on_its_way',
  'edit_on_its_way',
  'code_missing',
  'chat_not_found',
  'lead_refused',
  'photo_damaged',
  'photo_too_large',
  'attachment_not_found',
  'attachment_quota_full',
  'file_unreadable',
  'file_newer',
  'file_of_other_account',
  ...leadProblems,
] as const;
const errorCodes = [...new Set([...apiErrorCodes, ...deviceErrorCodes])];
/** Older apps report former codes. */
const reportedCode = v.pipe(
  v.picklist([
    ...errorCodes,
    ...(Object.keys(formerErrorCodes) as (keyof typeof formerErrorCodes)[]),
  ]),
  v.transform(currentErrorCode),
);

/** Maximum number of stack frames, innermost first. */
export const MAX_FRAMES = 6;
/** A built file with line and column, `projects-Ab3dE_9x.js:1:20345`. */
const frame = v.pipe(
  v.string(),
  v.regex(/^[A-Za-z][\w.-]{0,43}\.js:\d{1,6}:\d{1,7}$/),
  v.maxLength(64),
);
/** Maximum number of occurrences in one report. */
export const MAX_REPORT_COUNT = 99;

export const errorReport = v.object({
  kind: v.picklist(errorKinds),
  /** Only set for our own errors. */
  code: v.nullable(reportedCode),
  frames: v.pipe(v.array(frame), v.maxLength(MAX_FRAMES)),
  /** Source of the error: a render failure, a global error event, or an unhandled rejection. */
  heard: v.picklist(['screen', 'page', 'promise']),
  /** Versions of the app and of the server data it can read. */
  version: v.pipe(v.string(), v.regex(/^\d{1,3}\.\d{1,3}\.\d{1,3}$/), v.maxLength(11)),
  build: v.pipe(v.string(), v.regex(/^[0-9a-f]{12}$/), v.maxLength(12)),
  browser: v.picklist(browsers),
  browser_major: v.nullable(wholeNumberBetween(0, 999)),
  system: v.picklist(systems),
  /** Route pattern (`/projects/$uuid`), never the actual path; null if there is none. */
  route: v.nullable(
    v.pipe(v.string(), v.regex(/^\/[a-z-]{0,24}(\/\$?[a-z-]{1,24}){0,3}$/), v.maxLength(100)),
  ),
  connection: v.picklist(['online', 'offline', 'maintenance']),
  /** Occurrences on the device since the last report. */
  count: wholeNumberBetween(1, MAX_REPORT_COUNT),
});
export type ErrorReport = v.InferOutput<typeof errorReport>;

/** Maximum number of reports in one request, and in a device's queue. */
export const MAX_REPORTS = 10;
export const errorReports = v.object({
  reports: v.pipe(v.array(errorReport), v.minLength(1), v.maxLength(MAX_REPORTS)),
});

/** Identifies an error by kind, code and location, to count repeats. */
export function errorFingerprint({ kind, code, frames }: ErrorReport): string {
  return [kind, code ?? '', ...frames].join(' ');
}
