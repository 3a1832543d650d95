import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { calls } from '#schemas/api/calls.ts';
import type { ScanVerdict } from '#schemas/api/scan-calls.ts';
import type { Token } from '#schemas/session.ts';
import { demoAccounts } from '#server/demo/accounts.ts';
import { plainSerials, saveOf } from '#test/server/scan-setup.ts';
import { findPostgresBinaries } from '#test/setup/postgres-binaries.ts';
import { providePostgres } from '#test/setup/postgres.ts';
import { testDatabase } from '#test/setup/test-database.ts';
import type { BenchRow } from './bench-row.ts';
import { type RunningServer, startServer } from './running-server.ts';

/** Maximum number of scans per request, as a device sends after a long time offline. */
const BATCH = 500;
const BATCHES = 10;
/** Scans per second: at this rate, 10,000 scans take 5 s of the 45 s that are allowed including the network. */
const GOAL = 2000;

type PostRequest = <Result>(path: string, body: unknown) => Promise<Result>;

/** Throughput of the bulk save over HTTP, on both databases. */
export async function run(): Promise<BenchRow[]> {
  return [await benchEmbedded(), await benchPostgres()];
}

async function benchEmbedded(): Promise<BenchRow> {
  const directory = mkdtempSync(join(tmpdir(), 'club-bench-'));
  try {
    return await measureServer('PGlite in a folder', { DATA_DIR: directory });
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

async function benchPostgres(): Promise<BenchRow> {
  if (!process.env['TEST_DATABASE_URL'] && findPostgresBinaries() === null) {
    return {
      ...rowOf('PostgreSQL'),
      result: 'skipped',
      met: null,
      note: 'no PostgreSQL here: install it, or set TEST_DATABASE_URL to a server where databases may be created',
    };
  }
  const cluster = await providePostgres();
  process.env['TEST_DATABASE'] = 'postgres';
  process.env['TEST_DATABASE_URL'] = cluster.url;
  const database = await testDatabase();
  try {
    return await measureServer('PostgreSQL', { DATABASE_URL: database.url ?? '' });
  } finally {
    await database.drop();
    await cluster.stop();
  }
}

async function measureServer(engine: string, variables: Record<string, string>): Promise<BenchRow> {
  const server = await startServer(variables);
  try {
    const postRequest = await createSignedInPostRequest(server);
    const project = await postRequest<{ uuid: string }>(calls.createProject.path, {
      streetName: 'ul. Pomiarowa 1',
      postalCode: '00-001',
    });
    const scans = plainSerials
      .slice(0, BATCH * (BATCHES + 1))
      .map((serial) => saveOf(serial, project.uuid));
    // Warm up code and caches first.
    await save(postRequest, scans.splice(0, BATCH));
    const start = performance.now();
    while (scans.length > 0) await save(postRequest, scans.splice(0, BATCH));
    const perSecond = (BATCH * BATCHES * 1000) / (performance.now() - start);
    return {
      ...rowOf(engine),
      result: `${Math.round(perSecond)} scans/s`,
      met: perSecond >= GOAL,
    };
  } finally {
    await server.stop();
  }
}

async function save(postRequest: PostRequest, scans: unknown[]): Promise<void> {
  const { data } = await postRequest<{ data: ScanVerdict[] }>(calls.sendScans.path, { scans });
  const rejected = data.find(({ status }) => status !== 201);
  if (rejected) throw new Error(`A scan was rejected: ${rejected.error?.code}.`);
}

async function createSignedInPostRequest(server: RunningServer): Promise<PostRequest> {
  const { email, region } = demoAccounts.polishOwner;
  const anonymous = createPostRequest(server, {});
  const login = await anonymous<{ user_id: string; challenge_id: string }>(
    calls.requestSignInCode.path,
    {
      email,
      region,
    },
  );
  const { token } = await anonymous<Token>(calls.signIn.path, {
    userId: login.user_id,
    challenge_id: login.challenge_id,
    code: await server.codeFor(email),
  });
  return createPostRequest(server, { authorization: `Bearer ${token}` });
}

function createPostRequest(server: RunningServer, headers: Record<string, string>): PostRequest {
  return async <Result>(path: string, body: unknown) => {
    const response = await fetch(`${server.address}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path} responded with ${response.status}.`);
    // The contract tests validate the response; the benchmark doesn't.
    return (await response.json()) as Result;
  };
}

function rowOf(engine: string) {
  return {
    figure: `bulk save over HTTP, ${BATCH} scans a request, ${engine}`,
    goal: `≥ ${GOAL} scans/s`,
  };
}
