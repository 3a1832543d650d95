import * as v from 'valibot';
import { browsers, systems } from './account-session.ts';
import { apiErrorCodes } from './api/errors.ts';
import { leadProblems } from './lead-edit.ts';
import { wholeNumberBetween } from './primitives.ts';

/*
 * What a device tells of an error that nobody caught. Every text in it stands in a list, or has a form that no words
 * of a person have: messages repeat what they were given, so none gets here.
 */

/** The kinds of errors that may be named: the language's, the browser's, our own and those of our libraries. */
export const errorKinds = [
  ...['Error', 'AggregateError', 'EvalError', 'RangeError', 'ReferenceError', 'SyntaxError'],
  ...['TypeError', 'URIError'],
  ...['AbortError', 'ConstraintError', 'DataCloneError', 'DataError', 'EncodingError'],
  ...['HierarchyRequestError', 'IndexSizeError', 'InvalidAccessError', 'InvalidCharacterError'],
  ...['InvalidNodeTypeError', 'InvalidStateError', 'NetworkError', 'NotAllowedError'],
  ...['NotFoundError', 'NotReadableError', 'NotSupportedError', 'OperationError'],
  ...['OverconstrainedError', 'QuotaExceededError', 'ReadOnlyError', 'SecurityError'],
  ...['TimeoutError', 'TransactionInactiveError', 'UnknownError', 'VersionError'],
  ...['CallError', 'CameraError', 'PhotoError', 'SyncError'],
  ...[
    'BulkError',
    'DatabaseClosedError',
    'DexieError',
    'OpenFailedError',
    'RxError',
    'RxTypeError',
  ],
  ...['ValiError', 'WebAssemblyError', 'WorkboxError'],
  // An error of another name; something that is no error.
  ...['other', 'none'],
] as const;
export type ErrorKind = (typeof errorKinds)[number];

/** The codes of our own errors, beside those of the server. */
export const deviceErrorCodes = [
  ...['offline', 'timeout', 'cancelled', 'not_an_answer', 'too_large_for_network', 'unknown_shape'],
  ...['storage_full', 'database_newer', 'database_hung', 'database_failed', 'migration_failed'],
  ...['scan_not_found', 'project_begun', 'closing_on_its_way', 'edit_on_its_way', 'code_missing'],
  ...['chat_not_found', 'lead_refused', 'photo_damaged'],
  ...['file_unreadable', 'file_newer', 'file_of_other_account'],
  ...leadProblems,
] as const;
const errorCodes = [...new Set([...apiErrorCodes, ...deviceErrorCodes])];

/** So deep the place of an error is told, the innermost first. */
export const MAX_FRAMES = 6;
/** A file of the build with line and column: `projects-Ab3dE_9x.js:1:20345`. */
const frame = v.pipe(
  v.string(),
  v.regex(/^[A-Za-z][\w.-]{0,43}\.js:\d{1,6}:\d{1,7}$/),
  v.maxLength(64),
);
/** How often one report counts at most. */
export const MAX_REPORT_COUNT = 99;

export const errorReport = v.object({
  kind: v.picklist(errorKinds),
  /** Of our own errors. */
  code: v.nullable(v.picklist(errorCodes)),
  frames: v.pipe(v.array(frame), v.maxLength(MAX_FRAMES)),
  /** Where it came up: a screen could not be drawn, something ran into it, a promise was rejected. */
  heard: v.picklist(['screen', 'page', 'promise']),
  /** Of the app, and what it can read of the server's data. */
  version: v.pipe(v.string(), v.regex(/^\d{1,3}\.\d{1,3}\.\d{1,3}$/), v.maxLength(11)),
  build: v.pipe(v.string(), v.regex(/^[0-9a-f]{12}$/), v.maxLength(12)),
  browser: v.picklist(browsers),
  browser_major: v.nullable(wholeNumberBetween(0, 999)),
  system: v.picklist(systems),
  /** The screen as the route table has it (`/projects/$uuid`), never the address; null where there is none. */
  route: v.nullable(
    v.pipe(v.string(), v.regex(/^\/[a-z-]{0,24}(\/\$?[a-z-]{1,24}){0,3}$/), v.maxLength(100)),
  ),
  connection: v.picklist(['online', 'offline', 'maintenance']),
  /** How often it came up on the device, since it was told of last. */
  count: wholeNumberBetween(1, MAX_REPORT_COUNT),
});
export type ErrorReport = v.InferOutput<typeof errorReport>;

/** So many are told at once, and wait at once on a device. */
export const MAX_REPORTS = 10;
export const errorReports = v.object({
  reports: v.pipe(v.array(errorReport), v.minLength(1), v.maxLength(MAX_REPORTS)),
});

/** What makes two errors the same one: what it is, and where. */
export function errorFingerprint({ kind, code, frames }: ErrorReport): string {
  return [kind, code ?? '', ...frames].join(' ');
}
