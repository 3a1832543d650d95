import fc from 'fast-check';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Call, isFileBody } from '#schemas/api/call.ts';
import { allCalls } from '#schemas/api/calls.ts';
import { type DemoAccountKey, demoAccounts } from '#server/demo/accounts.ts';
import { parseQuery } from '#server/http/contract/validate-input.ts';
import { isOnPostgres } from '#test/setup/test-database.ts';
import { arbitraryOf, type Known, nearMissOf } from './arbitrary.ts';
import { contractExamples, type Examples } from './contract-examples.ts';
import { documentedCodes, withRequestedFields } from './documented-codes.ts';
import { knownThings } from './known-things.ts';
import { requestOf, startTestApp, type TestApp, type TestInput } from './test-app.ts';

const RUNS = 60;
let server: TestApp;
let known: Known;
let examplesOf: Examples;
/** Calls that succeeded at least once: a fuzz test that only fails would prove little. */
const succeeded = new Set<string>();
let tokens: Record<'polishOwner' | 'decorStaff', string>;

beforeAll(async () => {
  server = await startTestApp({
    variables: { RATE_LIMIT_FACTOR: '100000' },
    demo: true,
  });
  known = await knownThings(server.db, server.clock.now());
  tokens = { polishOwner: await signIn('polishOwner'), decorStaff: await signIn('decorStaff') };
  examplesOf = await contractExamples(server, known, { token: tokens.polishOwner, signIn });
});
afterAll(() => server.close());

async function signIn(key: DemoAccountKey): Promise<string> {
  const { email, region } = demoAccounts[key];
  return (await server.signInBy(email, region)).token;
}

const partsOfRequest = ['params', 'query', 'body'] as const;
type Part = (typeof partsOfRequest)[number];
/** Generates the whole input of a call; `spoiled` is the part to make invalid. */
function inputOf(call: Call, spoiled: Part | null): fc.Arbitrary<TestInput<Call>> {
  const one = (part: Part, schema: v.GenericSchema | undefined) => {
    if (schema === undefined) return fc.constant(undefined);
    return part === spoiled ? nearMissOf(schema, known) : arbitraryOf(schema, known);
  };
  const body =
    call.body !== undefined && isFileBody(call.body)
      ? fc.record({
          fields: one('body', call.body.fields),
          bytes: fc.uint8Array({ maxLength: 200 }),
          mediaType: fc.constantFrom(...call.body.mediaTypes),
        })
      : one('body', call.body);
  return fc
    .record({
      params: one('params', call.params),
      query: one('query', call.query),
      body,
      headers: call.idempotent
        ? fc.record({ 'idempotency-key': fc.uuid() }, { requiredKeys: [] })
        : fc.constant({}),
    })
    .map((input) => input as TestInput<Call>);
}

async function ask(call: Call, input: TestInput<Call>, key: keyof typeof tokens) {
  // Logging out ends the session, so that call signs in first.
  const as = call.id === 'signOut' ? await signIn(key) : tokens[key];
  const response = await server.app.inject(
    requestOf(call, input, call.access === 'session' ? as : null),
  );
  return { status: response.statusCode, body: response.json<unknown>(), text: response.body };
}

describe.each(allCalls.map((call) => [call.id, call] as const))('%s', (_id, call) => {
  test('returns what the contract promises for all valid input', async () => {
    await fc.assert(
      fc.asyncProperty(
        inputOf(call, null),
        fc.constantFrom('polishOwner' as const, 'decorStaff' as const),
        async (input, key) => {
          const answer = await ask(call, input, key);
          if (answer.status === call.status) succeeded.add(call.id);
          const codes = documentedCodes(withRequestedFields(call, input.query), answer);
          expect(codes).not.toContain('invalid_input');
        },
      ),
      { numRuns: call.id === 'signOut' ? 5 : RUNS, examples: examplesOf(call) },
    );
  });

  const parts = partsOfRequest.filter((part) => canBeWrong(call, part));
  // Validated before any database access, so one engine is enough.
  test.runIf(parts.length > 0 && !isOnPostgres)('rejects invalid input', async () => {
    const spoiled = fc
      .constantFrom(...parts)
      .chain((part) => inputOf(call, part).filter((input) => arrivesWrong(call, part, input)));
    await fc.assert(
      fc.asyncProperty(spoiled, async (input) => {
        const codes = documentedCodes(call, await ask(call, input, 'polishOwner'));
        expect(codes).toContain('invalid_input');
      }),
      { numRuns: RUNS },
    );
  });

  test.runIf(call.access === 'session')('requires a session', async () => {
    const [input] = fc.sample(inputOf(call, null), 1);
    const response = await server.app.inject(requestOf(call, input ?? {}, null));
    expect(response.statusCode).toBe(401);
    expect(
      documentedCodes(call, { status: 401, body: response.json(), text: response.body }),
    ).toEqual(['unauthorised']);
  });
});

test('nearly every call succeeded at least once', () => {
  // Their input can't be guessed: a code, a refresh token, image bytes, or survey answers.
  const guarded = [
    ...['signIn', 'refreshSession', 'uploadPhoto', 'submitProjectSurvey'],
    // Needs an impersonation token from an operator, on a server that allows them.
    'startImpersonation',
    // Need an image, a code, or a region with company types.
    ...[
      'uploadAvatar',
      'getAvatar',
      'verifyEmail',
      'restoreEmail',
      'updateCompanyType',
      'uploadOrderFile',
    ],
  ];
  const others = allCalls.map((call) => call.id).filter((id) => !guarded.includes(id));
  expect(others.filter((id) => !succeeded.has(id))).toEqual([]);
});

/** Returns the schema of one part of a request; for a file upload, that of its text fields. */
function schemaOfPart(call: Call, part: Part): v.GenericSchema | undefined {
  if (part !== 'body') return call[part];
  return call.body !== undefined && isFileBody(call.body) ? call.body.fields : call.body;
}

/** True if a part can be invalid: an object schema without entries accepts any object. */
function canBeWrong(call: Call, part: Part): boolean {
  const schema = schemaOfPart(call, part);
  if (schema === undefined) return false;
  return !('entries' in schema) || Object.keys(schema.entries as object).length > 0;
}

/** True if the invalid part survives encoding as URL, JSON or form, and is still invalid. */
function arrivesWrong(call: Call, part: Part, input: TestInput<Call>): boolean {
  const schema = schemaOfPart(call, part);
  const value = (input as Record<Part, unknown>)[part];
  if (schema === undefined || typeof value !== 'object' || value === null) return false;
  if (part === 'params') {
    // An empty segment, or one of dots, would change the path.
    return Object.values(value).every(
      (text) => typeof text === 'string' && /^[^.]{1,90}$/.test(text),
    );
  }
  if (part === 'query') return !v.is(schema, parseQuery(schema, asTexts(value)));
  if (isFileBody(call.body)) {
    const { fields } = value as { fields: unknown };
    return typeof fields === 'object' && fields !== null && !v.is(schema, asTexts(fields));
  }
  return !v.is(schema, JSON.parse(JSON.stringify(value)));
}

function asTexts(value: object): Record<string, string> {
  const present = Object.entries(value).filter(([, entry]) => entry !== undefined);
  return Object.fromEntries(present.map(([key, entry]) => [key, String(entry)]));
}
