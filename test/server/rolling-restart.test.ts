import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { caddy, type FrontProxy, nginx, type ProxyKind } from '#test/setup/front-proxies.ts';
import { type SilentProxy, startSilentProxy } from '#test/setup/silent-proxy.ts';
import { root } from '#test/setup/source-tree.ts';
import { type SpawnedServer, spawnServer } from '#test/setup/spawned-server.ts';
import { demoDatabase, isOnPostgres } from '#test/setup/test-database.ts';
import { addRelease } from '#tools/release/release.ts';
import { addNextMigration } from './next-build.ts';
import { signIn } from './spawned-client.ts';

const LONG_MS = 120_000;
const LOOPS = 6;
const kinds = Object.entries({ nginx, caddy }).filter(([, kind]) => kind.isInstalled());
const canRun = isOnPostgres && kinds.length > 0;
const folder = mkdtempSync(join(tmpdir(), 'club-rolling-'));
beforeAll(() => {
  // The proxies use self-signed certificates.
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
});
afterAll(() => {
  rmSync(folder, { recursive: true });
  vi.unstubAllEnvs();
});

const assetOf = (name: string) => `/assets/${name}-Ab12Cd34.js`;

/**
 * Adds a release with a small app.
 * @returns its path
 */
function release(site: string, name: string): string {
  const app = join(site, `app-${name}`);
  mkdirSync(join(app, 'assets'), { recursive: true });
  writeFileSync(join(app, 'index.html'), '<!doctype html>');
  writeFileSync(join(app, assetOf(name)), 'export {};');
  const install = (path: string) =>
    symlinkSync(join(root, 'node_modules'), join(path, 'node_modules'));
  return addRelease(join(site, 'club'), { app, console: app, name, install });
}

/** Processes of the old release with their proxy, on a database that can become unreachable. */
interface Site {
  readonly folder: string;
  readonly environment: Record<string, string>;
  readonly servers: readonly SpawnedServer[];
  readonly connection: SilentProxy;
  readonly token: string;
  readonly front: FrontProxy;
  readonly close: () => Promise<void>;
}

async function startSite(name: string, kind: ProxyKind, count: number): Promise<Site> {
  const siteFolder = join(folder, name);
  const installedIn = release(siteFolder, 'old');
  const database = await demoDatabase();
  const connection = await startSilentProxy(database.url ?? '');
  const environment = {
    DATABASE_URL: connection.url,
    MIGRATE_AT_START: '0',
    DEMO_DATA: '0',
    TRUST_PROXY: '1',
    RATE_LIMIT_FACTOR: '1000000',
    STOP_DELAY: '4',
  };
  const start = () =>
    spawnServer({ appDirectory: join(installedIn, 'app'), environment, installedIn });
  const first = await start();
  const servers = [first];
  while (servers.length < count) servers.push(await start());
  const front = await kind.start(servers.map(({ url }) => url));
  return {
    folder: siteFolder,
    environment,
    servers,
    connection,
    front,
    token: await signIn(first),
    async close() {
      await front.stop();
      for (const server of servers) await server.dispose();
      await connection.close();
      await database.drop();
    },
  };
}

/**
 * Sends one request of each kind.
 * @returns failures as text
 */
async function requestEach(
  { front: { url }, token }: Site,
  assets: readonly string[],
): Promise<string[]> {
  const authorization = `Bearer ${token}`;
  const requests: [string, RequestInit][] = [
    ['/', {}],
    ...assets.map((asset): [string, RequestInit] => [asset, {}]),
    [`/api${calls.listProjects.path}`, { headers: { authorization } }],
    [
      `/api${calls.createProject.path}`,
      {
        method: 'POST',
        headers: {
          authorization,
          'idempotency-key': crypto.randomUUID(),
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
        const text = await response.text();
        return response.ok ? null : `${response.status} ${text.slice(0, 200)}`;
      },
      (error: unknown) => String(error),
    );
    if (result !== null) failures.push(`${init.method ?? 'GET'} ${path}: ${result}`);
  }
  return failures;
}

/**
 * Updates all processes to the next release, as `docs/upgrade.md` describes.
 * @param step called between two steps
 */
async function update(site: Site, step: () => Promise<void>): Promise<void> {
  const next = release(site.folder, 'next');
  await step();
  addNextMigration(next);
  await promisify(execFile)(process.execPath, ['server/migrate.ts', 'up'], {
    cwd: next,
    env: { ...process.env, NODE_ENV: 'development', ...site.environment },
  });
  for (const server of site.servers) {
    await step();
    expect(await server.stop()).toBe(0);
    // Without another process, requests would wait for the restarting process.
    if (site.servers.length > 1) await step();
    await server.start({ APP_DIR: join(next, 'app') }, next);
  }
  await step();
}

/**
 * Updates the processes while requests of each kind run.
 * @returns failed requests as text
 */
async function failuresOfUpdate(site: Site): Promise<readonly string[]> {
  const assets = [assetOf('old')];
  let isRunning = true;
  let rounds = 0;
  const failures: string[] = [];
  const loops = Array.from({ length: LOOPS }, async () => {
    while (isRunning) {
      failures.push(...(await requestEach(site, assets)));
      rounds += 1;
    }
  });
  await update(site, async () => {
    // Once the next release is installed, its pages may request their files from either process.
    if (existsSync(join(site.folder, 'app-next'))) assets.splice(1, 1, assetOf('next'));
    const until = rounds + 2 * LOOPS;
    await expect.poll(() => rounds, { timeout: LONG_MS }).toBeGreaterThan(until);
  });
  isRunning = false;
  await Promise.all(loops);
  return failures;
}

describe.runIf(canRun).each<[string, ProxyKind]>(kinds)(
  'two processes behind %s with the site of deploy/',
  (name, kind) => {
    let site: Site;
    beforeAll(async () => {
      site = await startSite(name, kind, 2);
    }, LONG_MS);
    afterAll(() => site.close());

    test(
      'F51: are updated one after the other, with a migration, and no request fails',
      async () => {
        expect(await failuresOfUpdate(site)).toEqual([]);
      },
      LONG_MS,
    );

    test(
      'serve the app and reject calls with a readable response while the database is down',
      async () => {
        const { front, connection, token } = site;
        await connection.close();
        const ready = () => fetch(`${front.url}/ready`).then(({ status }) => status);
        await expect.poll(ready, { timeout: LONG_MS }).toBe(503);
        const headers = { authorization: `Bearer ${token}` };
        // Longer than it takes a proxy to stop using a process.
        const deadline = Date.now() + 6_000;
        while (Date.now() < deadline) {
          for (const path of ['/', assetOf('next'), '/health']) {
            expect([path, (await fetch(`${front.url}${path}`)).status]).toEqual([path, 200]);
          }
          const rejectedResponse = await fetch(`${front.url}/api${calls.listProjects.path}`, {
            headers,
          });
          expect(rejectedResponse.status).toBe(503);
          expect(rejectedResponse.headers.get('x-club-api')).toBe('1');
        }
        await connection.open();
        await expect.poll(ready, { timeout: LONG_MS }).toBe(200);
      },
      LONG_MS,
    );
  },
);

// Only with Caddy, because nginx doesn't wait for a process that is restarting.
test.runIf(isOnPostgres && caddy.isInstalled())(
  'F51: the only process behind Caddy is updated, and no request fails',
  async () => {
    const site = await startSite('single', caddy, 1);
    expect(await failuresOfUpdate(site)).toEqual([]);
    await site.close();
  },
  LONG_MS,
);
