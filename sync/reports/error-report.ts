import * as v from 'valibot';
import { browserMajorOf, deviceKindOf } from '#schemas/device-kind.ts';
import {
  type ErrorKind,
  errorKinds,
  type ErrorReport,
  errorReport,
  MAX_FRAMES,
} from '#schemas/error-report.ts';
import { CallError, isUnreachable } from '../http/call-error.ts';
import { SyncError } from '../store/sync-error.ts';

/** Context of an error. */
export interface ErrorContext {
  readonly heard: ErrorReport['heard'];
  /** The page's `location`; only its route pattern is reported. */
  readonly origin: string;
  readonly path: string;
  /** Patterns of the route table (`/projects/$uuid`). */
  readonly patterns: readonly string[];
  /** File names of the build's scripts. Stack frames in other files aren't reported. */
  readonly files: ReadonlySet<string>;
  readonly version: string;
  readonly build: string;
  readonly userAgent: string;
  readonly connection: ErrorReport['connection'];
}

/**
 * Builds the report of an uncaught error: its kind, code, location and environment. Messages are left out
 * because they may repeat user input; every string is matched against a list.
 * @returns null for errors that aren't the app's fault: network down, maintenance
 */
export function createErrorReport(error: unknown, context: ErrorContext): ErrorReport | null {
  if (isNetworkError(error)) return null;
  const { browser, system } = deviceKindOf(context.userAgent);
  const report = {
    kind: kindOf(error),
    code: codeOf(error),
    frames: framesOf(error, context),
    heard: context.heard,
    version: context.version,
    build: context.build,
    browser,
    browser_major: browserMajorOf(context.userAgent),
    system,
    route: matchRoutePattern(context.path, context.patterns),
    connection: context.connection,
    count: 1,
  };
  // Don't save a report that the server would reject.
  const result = v.safeParse(errorReport, report);
  return result.success ? result.output : null;
}

function isNetworkError(error: unknown): boolean {
  return (
    isUnreachable(error) ||
    (error instanceof CallError && (error.code === 'cancelled' || error.code === 'maintenance'))
  );
}

/** Returns the kind from the error's `name`, because minification renames classes. */
function kindOf(error: unknown): ErrorKind {
  // DOMException is an Error in every supported browser.
  if (!(error instanceof Error)) return 'none';
  const { name } = error;
  return errorKinds.find((kind) => kind === name) ?? 'other';
}

/** Returns the error's code. Codes are safe to report, and the compiler ensures that the schema has all of them. */
function codeOf(error: unknown): ErrorReport['code'] {
  return error instanceof CallError || error instanceof SyncError ? error.code : null;
}

/** A stack line ends with URL, line and column, in every browser. */
const FRAME = /((?:https?:\/\/)[^\s()@]+):(\d{1,6}):(\d{1,7})\)?$/;

/** Stack frames in the build's files, innermost first. */
function framesOf(error: unknown, { origin, files }: ErrorContext): string[] {
  if (!(error instanceof Error)) return [];
  return stackLines(error)
    .flatMap((line) => {
      const [, url = '', row = '', column = ''] = FRAME.exec(line.trim()) ?? [];
      if (!url.startsWith(`${origin}/`)) return [];
      const file = url.slice(url.lastIndexOf('/') + 1);
      return files.has(file) ? [`${file}:${row}:${column}`] : [];
    })
    .slice(0, MAX_FRAMES);
}

/** Stack lines without the message that V8 puts first, which may itself look like stack lines. */
function stackLines({ message, stack }: Error): string[] {
  const text = String(stack ?? '');
  const messageText = String(message);
  const messageIndex = messageText === '' ? -1 : text.indexOf(messageText);
  const startsWithMessage =
    messageIndex >= 0 && !text.slice(0, messageIndex).includes('\n') && /^\s+at /m.test(text);
  return (startsWithMessage ? text.slice(messageIndex + messageText.length) : text).split('\n');
}

/** Returns the matching route pattern with the fewest parameters; null if none matches. */
export function matchRoutePattern(path: string, patterns: readonly string[]): string | null {
  const parts = partsOf(path);
  const candidates = patterns
    .map((pattern) => ({ pattern, patternParts: partsOf(pattern) }))
    .filter(
      ({ patternParts }) =>
        patternParts.length === parts.length &&
        patternParts.every((part, index) => part.startsWith('$') || part === parts[index]),
    )
    .map(({ pattern, patternParts }) => ({
      pattern: pattern === '/' ? pattern : pattern.replace(/\/$/, ''),
      parameterCount: patternParts.filter((part) => part.startsWith('$')).length,
    }))
    .toSorted((a, b) => a.parameterCount - b.parameterCount);
  return candidates[0]?.pattern ?? null;
}

function partsOf(path: string): string[] {
  return path.split('/').filter(Boolean);
}
