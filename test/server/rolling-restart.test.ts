import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { caddy, nginx, type ProxyKind } from '#test/setup/front-proxies.ts';
import { type SilentProxy, startSilentProxy } from '#test/setup/silent-proxy.ts';
import { type SpawnedServer, spawnServer } from '#test/setup/spawned-server.ts';
import { type DemoDatabase, demoDatabase, isOnPostgres } from '#test/setup/test-database.ts';
import { signIn } from './spawned-client.ts';

const LONG_MS = 120_000;
const LOOPS = 6;
const ASSET = '/assets/main-Ab12Cd34.js';
const kinds = Object.entries({ nginx, caddy }).filter(([, kind]) => kind.isInstalled());

const canRun = isOnPostgres && kinds.length > 0;
const folder = mkdtempSync(join(tmpdir(), 'club-rolling-'));
const servers: SpawnedServer[] = [];
let database: DemoDatabase;
let connection: SilentProxy;
let token: string;
beforeAll(async () => {
  if (!canRun) return;
  // The proxies use self-signed certificates.
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html>');
  writeFileSync(join(folder, ASSET), 'export {};');
  database = await demoDatabase();
  connection = await startSilentProxy(database.url ?? '');
  const environment = {
    ...{ DATABASE_URL: connection.url, DEMO_DATA: '0' },
    ...{ TRUST_PROXY: '1', RATE_LIMIT_FACTOR: '1000000' },
    STOP_DELAY: '4',
  };
  for (const _ of [1, 2]) {
    servers.push(await spawnServer({ appDirectory: folder, environment }));
  }
  const [first] = servers;
  if (first) token = await signIn(first);
}, LONG_MS);
afterAll(async () => {
  rmSync(folder, { recursive: true });
  if (!canRun) return;
  for (const server of servers) await server.dispose();
  await connection.close();
  await database.drop();
  vi.unstubAllEnvs();
});

/** Sends one request of each kind. @returns failures as text */
async function requestEach(url: string): Promise<string[]> {
  const authorization = `Bearer ${token}`;
  const requests: [string, RequestInit][] = [
    ['/', {}],
    [ASSET, {}],
    [`/api${calls.listProjects.path}`, { headers: { authorization } }],
    [
      `/api${calls.createProject.path}`,
      {
        method: 'POST',
        headers: {
          ...{ authorization, 'idempotency-key': crypto.randomUUID() },
          'content-type': 'application/json',
        },
        body: JSON.stringify({ streetName: 'ul. Pewna 1', postalCode: '00-001' }),
      },
    ],
  ];
  const failures: string[] = [];
  for (const [path, init] of requests) {
    const result = await fetch(`${url}${path}`, init).then(
      async (response) => {
        await response.arrayBuffer();
        return response.ok ? null : String(response.status);
      },
      (error: unknown) => String(error),
    );
    if (result !== null) failures.push(`${init.method ?? 'GET'} ${path}: ${result}`);
  }
  return failures;
}

describe.runIf(canRun).each<[string, ProxyKind]>(kinds)(
  'two processes behind %s with the site of deploy/',
  (_name, kind) => {
    test(
      'are restarted one after the other without a failed request',
      async () => {
        const front = await kind.start(servers.map(({ url }) => url));
        let isRunning = true;
        let rounds = 0;
        const failures: string[] = [];
        const loops = Array.from({ length: LOOPS }, async () => {
          while (isRunning) {
            failures.push(...(await requestEach(front.url)));
            rounds += 1;
          }
        });
        const moreRounds = async () => {
          const until = rounds + 2 * LOOPS;
          await expect.poll(() => rounds, { timeout: LONG_MS }).toBeGreaterThan(until);
        };
        for (const server of servers) {
          await moreRounds();
          expect(await server.stop()).toBe(0);
          await moreRounds();
          await server.start();
        }
        await moreRounds();
        isRunning = false;
        await Promise.all(loops);
        await front.stop();
        expect(failures).toEqual([]);
      },
      LONG_MS,
    );

    test(
      'serve the app and reject calls with a readable response while the database is down',
      async () => {
        const front = await kind.start(servers.map(({ url }) => url));
        await connection.close();
        const ready = () => fetch(`${front.url}/ready`).then(({ status }) => status);
        await expect.poll(ready, { timeout: LONG_MS }).toBe(503);
        const api = `/api${calls.listProjects.path}`;
        const headers = { authorization: `Bearer ${token}` };
        // Longer than it takes a proxy to stop using a process.
        const deadline = Date.now() + 6_000;
        while (Date.now() < deadline) {
          for (const path of ['/', ASSET, '/health']) {
            expect([path, (await fetch(`${front.url}${path}`)).status]).toEqual([path, 200]);
          }
          const rejected = await fetch(`${front.url}${api}`, { headers });
          expect(rejected.status).toBe(503);
          expect(rejected.headers.get('x-club-api')).toBe('1');
        }
        await connection.open();
        await expect.poll(ready, { timeout: LONG_MS }).toBe(200);
        await front.stop();
      },
      LONG_MS,
    );
  },
);
