import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { type FastifyInstance } from 'fastify';
import { type OperationNode } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Call, isFileBody } from '#schemas/api/call.ts';
import { allCalls, calls } from '#schemas/api/calls.ts';
import { buildApp } from '#server/app.ts';
import {
  DatabaseUnavailableError,
  classifyDatabaseError,
  DiskFullError,
} from '#server/db/database-errors.ts';
import { type DemoAccountKey, demoAccounts } from '#server/demo/accounts.ts';
import { arbitraryOf, type Samples } from './arbitrary.ts';
import { contractExamples, type Examples } from './contract-examples.ts';
import { knownSamples } from './known-records.ts';
import { requestOf, startTestApp, type TestApp, type TestInput } from './test-app.ts';

/** More queries than any call makes. */
const MAX_QUERIES = 200;

let server: TestApp;
let samples: Samples;
let examplesOf: Examples;
let token: string;
/** The same server with a database whose queries the test can make fail. */
let faultyServer: FastifyInstance;
/** Called before every query; throws to make it fail. */
let before: (query: OperationNode) => void = () => undefined;

beforeAll(async () => {
  server = await startTestApp({
    variables: { RATE_LIMIT_FACTOR: '100000' },
    demo: true,
  });
  samples = await knownSamples(server.db, server.clock.now());
  const signIn = async (key: DemoAccountKey) => {
    const { email, region } = demoAccounts[key];
    return (await server.signInByEmail(email, region)).token;
  };
  token = await signIn('polishOwner');
  examplesOf = await contractExamples(server, samples, { token, signIn });
  const db = server.db.withPlugin({
    transformQuery({ node }) {
      before(node);
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  });
  faultyServer = await buildApp({ ...server.services, db });
});
afterAll(async () => {
  await faultyServer.close();
  await server.close();
});

/** Returns input that succeeds if there is an example, otherwise any valid input. */
function inputOf(call: Call): TestInput<Call> {
  const [example] = examplesOf(call);
  if (example) return example[0];
  const sampleOf = (schema: Parameters<typeof arbitraryOf>[0] | undefined) =>
    schema && fc.sample(arbitraryOf(schema, samples), { numRuns: 1, seed: 14 })[0];
  const body =
    call.body !== undefined && isFileBody(call.body)
      ? {
          fields: sampleOf(call.body.fields),
          bytes: new Uint8Array(9),
          mediaType: call.body.mediaTypes[0],
        }
      : sampleOf(call.body);
  return { params: sampleOf(call.params), query: sampleOf(call.query), body } as TestInput<Call>;
}

async function send(call: Call) {
  const accessToken = call.access === 'session' ? token : null;
  const headers = call.idempotent ? { 'idempotency-key': randomUUID() } : {};
  const response = await faultyServer.inject(
    requestOf(call, { ...inputOf(call), headers } as TestInput<Call>, accessToken),
  );
  return {
    status: response.statusCode,
    retryAfter: response.headers['retry-after'],
    text: response.body,
  };
}

describe('a database that fails at any query (F48)', () => {
  const endsSession = (call: Call) => ['signOut', 'refreshSession', 'endSession'].includes(call.id);
  test.each(allCalls.filter((call) => !endsSession(call)).map((call) => [call.id, call] as const))(
    'makes %s return 503 with a retry time',
    async (_id, call) => {
      for (let failingQuery = 0; failingQuery < MAX_QUERIES; failingQuery += 1) {
        let queryCount = 0;
        let hasFailed = false;
        before = () => {
          hasFailed ||= queryCount === failingQuery;
          queryCount += 1;
          if (hasFailed) throw new DatabaseUnavailableError('lost');
        };
        const response = await send(call);
        if (!hasFailed) return;
        expect({ failingQuery, ...response }).toMatchObject({
          failingQuery,
          status: 503,
          retryAfter: '5',
        });
      }
      throw new Error(`${call.id} makes more than ${MAX_QUERIES} queries.`);
    },
  );
});

describe('a full disk (F49)', () => {
  const isWrite = ({ kind }: OperationNode) => /^(Insert|Update|Delete)/.test(kind);
  /** GET calls that write: three count against a limit, even on a full disk; the last one sends a message. */
  const countedCalls = [
    'searchAddresses',
    'validateCompany',
    'confirmScan',
    'resendTeamInvitation',
  ];
  const readCalls = allCalls.filter(
    ({ id, method }) => method === 'GET' && !countedCalls.includes(id),
  );
  const rejectWrites = (node: OperationNode) => {
    if (isWrite(node)) throw new DiskFullError();
  };

  test.each(readCalls.map((call) => [call.id, call] as const))(
    'doesn’t affect %s',
    async (_id, call) => {
      // Reset to an unused token, because its first use writes to the database.
      await server.db.updateTable('session_tokens').set({ used_at: null }).execute();
      before = () => undefined;
      const { status } = await send(call);
      await server.db.updateTable('session_tokens').set({ used_at: null }).execute();
      before = rejectWrites;
      expect((await send(call)).status).toBe(status);
    },
  );

  test('rejects a write with one of the contract’s errors and a retry time', async () => {
    before = rejectWrites;
    const response = await send(calls.createProject);
    expect(response).toMatchObject({ status: 507, retryAfter: '60' });
    expect(response.text).toContain('server_full');
  });
});

describe('an error of the database', () => {
  const errorWithCode = (code: string) => Object.assign(new Error('…'), { code });
  test.each(['08006', '57P01', '57P03', '57014', '53300', '55P03', '25006', '40P01'])(
    '%s means temporarily unavailable',
    (code) => expect(classifyDatabaseError(errorWithCode(code))).toBe('unavailable'),
  );
  test('53100 means a full disk', () => {
    expect(classifyDatabaseError(errorWithCode('53100'))).toBe('full');
  });
  test.each(['23505', '42P01', '22P02', 'XX000', 'ECONNREFUSED'])(
    '%s is an error of the query, or not of a database',
    (code) => expect(classifyDatabaseError(errorWithCode(code))).toBeNull(),
  );
});
