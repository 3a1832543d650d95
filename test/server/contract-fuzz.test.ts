import fc from 'fast-check';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Call, isFileBody } from '#schemas/api/call.ts';
import { allCalls } from '#schemas/api/calls.ts';
import { apiFailure } from '#schemas/api/errors.ts';
import { dayIn, latestSelectableDay } from '#schemas/calendar-day.ts';
import { type DemoAccountKey, demoAccounts } from '#server/demo/accounts.ts';
import { parseQuery } from '#server/http/contract/validate-input.ts';
import { arbitraryOf, type Samples, nearMissOf } from './arbitrary.ts';
import { contractExamples, type Examples } from './contract-examples.ts';
import { documentedCodes, withRequestedFields } from './documented-codes.ts';
import { knownSamples } from './known-records.ts';
import { requestOf, startTestApp, type TestApp, type TestInput } from './test-app.ts';

/**
 * Number of generated requests of each kind for each call. Every run generates different requests, so only `npm run
 * nightly` needs many.
 */
const RUNS = process.env['NIGHTLY'] === '1' ? 240 : 20;
let server: TestApp;
let samples: Samples;
let oldestLead: Date;
let examplesOf: Examples;
/** Calls that succeeded at least once. A fuzz test in which every call fails would prove little. */
const succeededCalls = new Set<string>();
let tokens: Record<'polishOwner' | 'decorStaff', string>;

beforeAll(async () => {
  server = await startTestApp({
    variables: { RATE_LIMIT_FACTOR: '100000' },
    demo: true,
  });
  samples = await knownSamples(server.db, server.clock.now());
  ({ oldestLead } = await server.db
    .selectFrom('leads')
    .select(({ fn }) => fn.min('created_at').as('oldestLead'))
    .executeTakeFirstOrThrow());
  tokens = { polishOwner: await signIn('polishOwner'), decorStaff: await signIn('decorStaff') };
  examplesOf = await contractExamples(server, samples, { token: tokens.polishOwner, signIn });
});
afterAll(() => server.close());

async function signIn(key: DemoAccountKey): Promise<string> {
  const { email, region } = demoAccounts[key];
  return (await server.signInByEmail(email, region)).token;
}

const partsOfRequest = ['params', 'query', 'body'] as const;
type RequestPart = (typeof partsOfRequest)[number];
/** Generates the whole input of a call; `corruptedPart` is the part to make invalid. */
function inputOf(call: Call, corruptedPart: RequestPart | null): fc.Arbitrary<TestInput<Call>> {
  const generate = (requestPart: RequestPart, schema: v.GenericSchema | undefined) => {
    if (schema === undefined) return fc.constant(undefined);
    return requestPart === corruptedPart
      ? nearMissOf(schema, samples)
      : arbitraryOf(schema, samples);
  };
  const body =
    call.body !== undefined && isFileBody(call.body)
      ? fc.record({
          fields: generate('body', call.body.fields),
          bytes: fc.uint8Array({ maxLength: 200 }),
          mediaType: fc.constantFrom(...call.body.mediaTypes),
        })
      : generate('body', call.body);
  return fc
    .record({
      params: generate('params', call.params),
      query: generate('query', call.query),
      body,
      headers: call.idempotent
        ? fc.record({ 'idempotency-key': fc.uuid() }, { requiredKeys: [] })
        : fc.constant({}),
    })
    .map((input) => input as TestInput<Call>);
}

async function send(call: Call, input: TestInput<Call>, key: keyof typeof tokens) {
  // Logging out ends the session, so that call signs in first.
  const accessToken = call.id === 'signOut' ? await signIn(key) : tokens[key];
  const response = await server.app.inject(
    requestOf(call, input, call.access === 'session' ? accessToken : null),
  );
  return { status: response.statusCode, body: response.json<unknown>(), text: response.body };
}

/** Date fields of leads and projects. */
const dateFields = ['expected_installation_date', 'installation_date', 'installationDate'];

/** Returns true if a date may be too late for the server, a rule that the schemas don’t contain. */
function mayBeTooLate(field: string, { body }: TestInput<Call>, key: DemoAccountKey): boolean {
  const { success, output } = v.safeParse(v.object({ [field]: v.string() }), body);
  // The limit counts from the day of the edit, which is never before the lead’s creation.
  const earliestEdit = dayIn(demoAccounts[key].region, oldestLead.getTime());
  return success && (output[field] ?? '') > latestSelectableDay(earliestEdit);
}

/** Returns the fields that a response reports as `invalid_input`; undefined means no field. */
function invalidFields(body: unknown): (string | undefined)[] {
  if (!v.is(apiFailure, body)) return [];
  return body.errors.filter(({ code }) => code === 'invalid_input').map(({ field }) => field);
}

describe.each(allCalls.map((call) => [call.id, call] as const))('%s', (_id, call) => {
  test('returns what the contract promises for all valid input', async () => {
    await fc.assert(
      fc.asyncProperty(
        inputOf(call, null),
        fc.constantFrom('polishOwner' as const, 'decorStaff' as const),
        async (input, key) => {
          const response = await send(call, input, key);
          if (response.status === call.status) succeededCalls.add(call.id);
          documentedCodes(withRequestedFields(call, input.query), response);
          const lateDates: (string | undefined)[] = dateFields
            .filter((field) => mayBeTooLate(field, input, key))
            .map((field) => `body.${field}`);
          const unexpectedFields = invalidFields(response.body).filter(
            (field) => !lateDates.includes(field),
          );
          expect(unexpectedFields).toEqual([]);
        },
      ),
      // Examples count as runs.
      {
        numRuns: (call.id === 'signOut' ? 5 : RUNS) + examplesOf(call).length,
        examples: examplesOf(call),
      },
    );
  });

  const parts = partsOfRequest.filter((requestPart) => isCorruptible(call, requestPart));
  test.runIf(parts.length > 0)('rejects invalid input', async () => {
    const corruptedPart = fc
      .constantFrom(...parts)
      .chain((requestPart) =>
        inputOf(call, requestPart).filter((input) => isCorruptOnWire(call, requestPart, input)),
      );
    await fc.assert(
      fc.asyncProperty(corruptedPart, async (input) => {
        const codes = documentedCodes(call, await send(call, input, 'polishOwner'));
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
  const excludedCalls = [
    'signIn',
    'refreshSession',
    'uploadPhoto',
    'submitProjectSurvey',
    // Needs an impersonation token from an operator, on a server that allows them.
    'startImpersonation',
    // These calls need an image, a code, or a region with company types.
    'uploadAvatar',
    'getAvatar',
    'verifyEmail',
    'restoreEmail',
    'updateCompanyType',
    'uploadOrderFile',
  ];
  const otherCalls = allCalls.map((call) => call.id).filter((id) => !excludedCalls.includes(id));
  expect(otherCalls.filter((id) => !succeededCalls.has(id))).toEqual([]);
});

/** Returns the schema of one part of a request; for a file upload, that of its text fields. */
function schemaOfPart(call: Call, requestPart: RequestPart): v.GenericSchema | undefined {
  if (requestPart !== 'body') return call[requestPart];
  return call.body !== undefined && isFileBody(call.body) ? call.body.fields : call.body;
}

/** True if a part can be invalid: an object schema without entries accepts any object. */
function isCorruptible(call: Call, requestPart: RequestPart): boolean {
  const schema = schemaOfPart(call, requestPart);
  if (schema === undefined) return false;
  return !('entries' in schema) || Object.keys(schema.entries as object).length > 0;
}

/** True if the invalid part survives encoding as URL, JSON or form, and is still invalid. */
function isCorruptOnWire(call: Call, requestPart: RequestPart, input: TestInput<Call>): boolean {
  const schema = schemaOfPart(call, requestPart);
  const value = (input as Record<RequestPart, unknown>)[requestPart];
  if (schema === undefined || typeof value !== 'object' || value === null) return false;
  if (requestPart === 'params') {
    // An empty segment, or one of dots, would change the path.
    return Object.values(value).every(
      (text) => typeof text === 'string' && /^[^.]{1,90}$/.test(text),
    );
  }
  if (requestPart === 'query') return !v.is(schema, parseQuery(schema, toTexts(value)));
  if (isFileBody(call.body)) {
    const { fields } = value as { fields: unknown };
    return typeof fields === 'object' && fields !== null && !v.is(schema, toTexts(fields));
  }
  return !v.is(schema, JSON.parse(JSON.stringify(value)));
}

function toTexts(value: object): Record<string, string> {
  const definedEntries = Object.entries(value).filter(([, entry]) => entry !== undefined);
  return Object.fromEntries(definedEntries.map(([key, entry]) => [key, String(entry)]));
}
