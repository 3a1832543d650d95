import * as fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { errorReport } from '#schemas/error-report.ts';
import { browserMajorOf } from '#schemas/device-kind.ts';
import { CallError } from '#sync/http/call-error.ts';
import {
  type ErrorContext,
  createErrorReport,
  matchRoutePattern,
} from '#sync/reports/error-report.ts';
import { SyncError } from '#sync/store/sync-error.ts';

const origin = 'https://club.example';
const errorContext: ErrorContext = {
  heard: 'page',
  origin,
  path: '/projects/40000000-0000-4000-8000-000000000001',
  patterns: ['/', '/projects', '/projects/$uuid', '/projects/add', '/support/chat/'],
  files: new Set(['projects-Ab3dE_9x.js', 'start-Dd-E6NXh.js']),
  version: '3.9.4',
  build: '0123456789ab',
  userAgent:
    'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36',
  connection: 'offline',
};
const at = (file: string, base = `${origin}/assets/`) => `${base}${file}:1:20345`;
function withStack(error: Error, ...lines: string[]): Error {
  error.stack = [`${error.name}: ${error.message}`, ...lines].join('\n');
  return error;
}

describe('an error report', () => {
  test('has the error’s type, its location in the build, and its environment', () => {
    const error = withStack(
      new TypeError('Jan is undefined'),
      `    at draw (${at('projects-Ab3dE_9x.js')})`,
      `    at async ${at('start-Dd-E6NXh.js')}`,
    );
    expect(createErrorReport(error, errorContext)).toEqual({
      kind: 'TypeError',
      code: null,
      heard: 'page',
      version: '3.9.4',
      count: 1,
      frames: ['projects-Ab3dE_9x.js:1:20345', 'start-Dd-E6NXh.js:1:20345'],
      build: '0123456789ab',
      browser: 'chrome',
      browser_major: 141,
      system: 'android',
      route: '/projects/$uuid',
      connection: 'offline',
    });
  });

  test('parses the stacks of other browsers', () => {
    const error = new RangeError('Too long');
    error.stack = `draw@${at('projects-Ab3dE_9x.js')}\n@${at('start-Dd-E6NXh.js')}\n`;
    expect(createErrorReport(error, errorContext)?.frames).toEqual([
      'projects-Ab3dE_9x.js:1:20345',
      'start-Dd-E6NXh.js:1:20345',
    ]);
  });

  test('contains only the names of files of the build, from our own origin', () => {
    const error = withStack(
      new Error(''),
      `    at a (${at('Kowalski-12345678.js')})`,
      `    at b (${at('projects-Ab3dE_9x.js', 'https://elsewhere.example/')})`,
      `    at c (chrome-extension://abc/projects-Ab3dE_9x.js:1:1)`,
      `    at d (${at('projects-Ab3dE_9x.js?of=Jan')})`,
    );
    expect(createErrorReport(error, errorContext)?.frames).toEqual([]);
  });

  test('isn’t misled by a message that looks like a stack', () => {
    const error = withStack(
      new Error(`Jan\n    at x (${origin}/assets/projects-Ab3dE_9x.js:48601:000111)`),
      `    at draw (${at('start-Dd-E6NXh.js')})`,
    );
    expect(createErrorReport(error, errorContext)?.frames).toEqual(['start-Dd-E6NXh.js:1:20345']);
  });

  test('contains our own error codes, and no others', () => {
    expect(createErrorReport(new SyncError('database_failed'), errorContext)).toMatchObject({
      kind: 'SyncError',
      code: 'database_failed',
    });
    const foreignError = Object.assign(new Error('x'), { code: 'database_failed' });
    expect(createErrorReport(foreignError, errorContext)?.code).toBeNull();
  });

  test('isn’t created if the network failed, or the person left the page', () => {
    for (const code of ['offline', 'timeout', 'not_an_answer', 'cancelled', 'maintenance'] as const)
      expect(createErrorReport(new CallError(code), errorContext)).toBeNull();
    expect(createErrorReport(new CallError('internal'), errorContext)).toMatchObject({
      code: 'internal',
    });
  });

  test('contains a route’s pattern as the screen, and nothing for an unknown URL', () => {
    expect(matchRoutePattern('/projects/add', errorContext.patterns)).toBe('/projects/add');
    expect(matchRoutePattern('/support/chat', errorContext.patterns)).toBe('/support/chat');
    expect(matchRoutePattern('/', errorContext.patterns)).toBe('/');
    expect(matchRoutePattern('/jan.kowalski', errorContext.patterns)).toBeNull();
  });

  test.each([
    ['Version/17.4 Safari/605.1.15', 17],
    ['Chrome/115.0.0.0 SamsungBrowser/23.0', 23],
    ['Chrome/141.0 Safari/537.36 Edg/140.1', 140],
    ['Gecko/20100101 Firefox/143.0', 143],
    ['curl/8', null],
  ])('has the first part of the version of %s', (userAgent, major) => {
    expect(browserMajorOf(userAgent)).toBe(major);
  });
});

describe('security 28: any thrown value that contains a secret anywhere', () => {
  /** Too long to occur by chance, with letters used in names and numbers. */
  const secrets = fc.stringMatching(/^[A-Za-z0-9@.+ -]{8,40}$/);
  const errors = secrets.chain((secret) => {
    const makeError = fc.constantFrom(
      ...[Error, TypeError, AggregateErrorOf, SyncErrorOf, CallErrorOf].map((Kind) => Kind),
    );
    const changes = fc.record({
      name: fc.boolean(),
      stack: fc.constantFrom('none', 'file', 'function', 'fake', 'all'),
      thrownAs: fc.constantFrom('error', 'text', 'object', 'frozen'),
      path: fc.boolean(),
      userAgent: fc.boolean(),
    });
    return fc.tuple(fc.constant(secret), makeError, changes);
  });

  test('produces a report that the server accepts, without the secret', () => {
    fc.assert(
      fc.property(errors, ([secret, build, { name, stack, thrownAs, path, userAgent }]) => {
        const error = build(secret);
        if (name) Object.defineProperty(error, 'name', { value: secret });
        Object.assign(error, { customer: secret, [secret]: secret });
        error.stack = stackOf(stack, secret);
        const value = { error, text: secret, object: { secret }, frozen: Object.freeze(error) };
        const report = createErrorReport(value[thrownAs], {
          ...errorContext,
          ...(path && { path: `/projects/${secret}` }),
          ...(userAgent && { userAgent: `${errorContext.userAgent} ${secret}` }),
        });
        expect(v.is(errorReport, report)).toBe(true);
        expect(textsOf(report).filter((text) => text.includes(secret))).toEqual([]);
        expect(JSON.stringify(report)).not.toContain(secret);
      }),
      { numRuns: 500 },
    );
  });

  test('produces a report even without a usable stack or type', () => {
    const hostile = new Error('x');
    Object.defineProperty(hostile, 'stack', { value: 7 });
    expect(createErrorReport(hostile, errorContext)?.frames).toEqual([]);
    for (const emptyValue of [undefined, null, 0, Symbol('Jan')]) {
      expect(createErrorReport(emptyValue, errorContext)?.kind).toBe('none');
    }
  });
});

function AggregateErrorOf(secret: string): Error {
  return new AggregateError([new Error(secret)], secret, { cause: secret });
}
function SyncErrorOf(secret: string): Error {
  return new SyncError('database_failed', new Error(secret));
}
function CallErrorOf(secret: string): Error {
  return new CallError('internal', { errors: [{ code: 'internal', message: secret }] });
}

function stackOf(base: string, secret: string): string {
  const stacks: Record<string, string> = {
    none: '',
    file: `Error: ${secret}\n    at a (${origin}/assets/${secret}.js:1:1)`,
    function: `Error: ${secret}\n    at ${secret} (${at('projects-Ab3dE_9x.js')})`,
    fake: `Error: ${secret}\n    at x (${origin}/assets/projects-Ab3dE_9x.js:1:1)${secret}`,
    all: [secret, `${secret}@${origin}/${secret}:1:2`, secret].join('\n'),
  };
  return stacks[base] ?? '';
}

function textsOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [String(value)];
  return Object.values(value).flatMap(textsOf);
}
