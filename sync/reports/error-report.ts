import * as v from 'valibot';
import { browserMajorOf, deviceKindOf } from '#schemas/device-kind.ts';
import {
  type ErrorKind,
  errorKinds,
  type ErrorReport,
  errorReport,
  MOST_FRAMES,
} from '#schemas/error-report.ts';
import { CallError, isUnreachable } from '../http/call-error.ts';
import { SyncError } from '../store/sync-error.ts';

/** Where and in what an error came up. */
export interface ErrorContext {
  readonly heard: ErrorReport['heard'];
  /** The page's `location`: only its route's pattern is told. */
  readonly origin: string;
  readonly path: string;
  /** The patterns of the route table (`/projects/$uuid`). */
  readonly patterns: readonly string[];
  /** The names of the scripts that the build is made of: nothing else is the name of a place. */
  readonly files: ReadonlySet<string>;
  readonly version: string;
  readonly build: string;
  readonly userAgent: string;
  readonly connection: ErrorReport['connection'];
}

/**
 * Makes the report of an error that nobody caught: its kind and place, and what it ran in. Nothing of what it says
 * gets in, since messages repeat what they were given; every text is found in a list, or is left out.
 * @returns null where the error is no fault of the app: the network is away, or the server in maintenance
 */
export function createErrorReport(error: unknown, place: ErrorContext): ErrorReport | null {
  if (isOfNetwork(error)) return null;
  const { browser, system } = deviceKindOf(place.userAgent);
  const report = {
    kind: kindOf(error),
    code: codeOf(error),
    frames: framesOf(error, place),
    heard: place.heard,
    version: place.version,
    build: place.build,
    browser,
    browser_major: browserMajorOf(place.userAgent),
    system,
    route: matchRoutePattern(place.path, place.patterns),
    connection: place.connection,
    count: 1,
  };
  // What the server would refuse is not kept.
  const checked = v.safeParse(errorReport, report);
  return checked.success ? checked.output : null;
}

function isOfNetwork(error: unknown): boolean {
  return (
    isUnreachable(error) ||
    (error instanceof CallError && (error.code === 'cancelled' || error.code === 'maintenance'))
  );
}

/** Classes have other names once they are built, so an error's own `name` is asked, and looked up. */
function kindOf(error: unknown): ErrorKind {
  // A DOMException is an error in every browser that runs the app.
  if (!(error instanceof Error)) return 'none';
  const { name } = error;
  return errorKinds.find((kind) => kind === name) ?? 'other';
}

/** Every code of ours may be told: one that the schema does not have does not compile. */
function codeOf(error: unknown): ErrorReport['code'] {
  return error instanceof CallError || error instanceof SyncError ? error.code : null;
}

/** A line of a stack ends with an address, a line and a column, whichever browser has written it. */
const place = /((?:https?:\/\/)[^\s()@]+):(\d{1,6}):(\d{1,7})\)?$/;

/** Where it happened, in the files of the build, the innermost first. */
function framesOf(error: unknown, { origin, files }: ErrorContext): string[] {
  if (!(error instanceof Error)) return [];
  return calls(error)
    .flatMap((line) => {
      const [, url = '', row = '', column = ''] = place.exec(line.trim()) ?? [];
      if (!url.startsWith(`${origin}/`)) return [];
      const file = url.slice(url.lastIndexOf('/') + 1);
      return files.has(file) ? [`${file}:${row}:${column}`] : [];
    })
    .slice(0, MOST_FRAMES);
}

/** The lines of a stack below the message, which V8 writes in front: a message may look like lines, too. */
function calls({ message, stack }: Error): string[] {
  const text = String(stack ?? '');
  const said = String(message);
  const at = said === '' ? -1 : text.indexOf(said);
  const isInFront = at >= 0 && !text.slice(0, at).includes('\n') && /^\s+at /m.test(text);
  return (isInFront ? text.slice(at + said.length) : text).split('\n');
}

/** The route's pattern for a path, the one with the fewest parameters; null where the table has none. */
export function matchRoutePattern(path: string, patterns: readonly string[]): string | null {
  const parts = partsOf(path);
  const fitting = patterns
    .map((pattern) => ({ pattern, wanted: partsOf(pattern) }))
    .filter(
      ({ wanted }) =>
        wanted.length === parts.length &&
        wanted.every((part, at) => part.startsWith('$') || part === parts[at]),
    )
    .map(({ pattern, wanted }) => ({
      pattern: pattern === '/' ? pattern : pattern.replace(/\/$/, ''),
      open: wanted.filter((part) => part.startsWith('$')).length,
    }))
    .toSorted((one, other) => one.open - other.open);
  return fitting[0]?.pattern ?? null;
}

function partsOf(path: string): string[] {
  return path.split('/').filter(Boolean);
}
