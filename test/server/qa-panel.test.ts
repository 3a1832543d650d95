import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HOUR_MS } from '#schemas/durations.ts';
import { readEnvironment } from '#server/environment.ts';
import { registerStaticApp } from '#server/http/files/static-app.ts';
import { registerQaPanel } from '#server/qa/qa-routes.ts';
import { startInProcessServer } from '#test/setup/in-process-server.ts';
import type { TestServer } from '#test/setup/spawned-server.ts';

/** A development server on a real port, so that connections can break. */
let server: TestServer;
beforeAll(async () => {
  server = await startInProcessServer({ LOG_LEVEL: 'silent' });
});
afterAll(() => server.dispose());

const setSwitches = (switches: object) =>
  fetch(`${server.url}/dev/qa/switches`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(switches),
  });
const read = () => fetch(`${server.url}/api/v1/configuration?region=PL`);

describe('the QA panel', () => {
  test('simulates 2G with its latency and bandwidth', async () => {
    const app = fastify();
    registerQaPanel(app, { environment: readEnvironment({}), clock: { now: () => 0 } });
    const largeText = 'a'.repeat(15_000);
    app.get('/api/large', () => largeText);
    app.post('/api/large', () => 'ok');
    const body = { network: { reads: '2g', writes: '2g' } };
    const headers = { host: 'localhost' };
    await app.inject({ url: '/dev/qa/switches', method: 'PUT', headers, body });
    const startedAt = performance.now();
    const [download] = await Promise.all([
      app.inject('/api/large'),
      app.inject({ url: '/api/large', method: 'POST', body: { large: largeText } }).then(() => {
        expect(performance.now() - startedAt).toBeGreaterThan(1_900);
      }),
    ]);
    expect(download.body).toBe(largeText);
    expect(performance.now() - startedAt).toBeGreaterThan(1_900);
    await app.close();
  });

  test('breaks only the chosen kind of requests', async () => {
    expect((await read()).status).toBeLessThan(500);
    expect((await setSwitches({ network: { reads: 'offline' } })).status).toBe(200);
    await expect(read()).rejects.toThrow('fetch failed');
    await setSwitches({ network: { reads: '503' } });
    const response = await read();
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
    await setSwitches({ network: { reads: '429' } });
    expect((await read()).status).toBe(429);
    await setSwitches({ network: { reads: 'captive_portal' } });
    const portal = await read();
    expect(portal.headers.get('content-type')).toContain('text/html');
    await setSwitches({ network: { reads: 'truncated' } });
    await expect(read().then((response) => response.text())).rejects.toThrow('terminated');
    await setSwitches({ network: { reads: 'response_lost' } });
    await expect(read()).rejects.toThrow('fetch failed');
    await setSwitches({ network: { writes: 'offline' } });
    expect((await read()).status).toBeLessThan(500);
    const requestLog = await fetch(`${server.url}/dev/qa/requests`);
    const { data } = (await requestLog.json()) as { data: { fault: string; path: string }[] };
    expect(data.map(({ fault }) => fault).toReversed()).toEqual([
      ...['none', 'offline', '503', '429', 'captive_portal', 'truncated', 'response_lost', 'none'],
    ]);
    expect(data.every(({ path }) => !path.includes('?'))).toBe(true);
  });

  test('moves the clock shown in responses', async () => {
    await setSwitches({ network: {}, clockOffsetMs: 2 * HOUR_MS });
    const date = Date.parse((await read()).headers.get('date') ?? '');
    expect(Math.abs(date - Date.now() - 2 * HOUR_MS)).toBeLessThan(60_000);
  });

  test.each([
    { network: { reads: 'slow' } },
    { network: { other: 'offline' } },
    { network: {}, clockOffsetMs: 1.5 },
    {},
  ])('rejects %j', async (switches) => {
    expect((await setSwitches(switches)).status).toBe(400);
  });

  test('is a page with a valid script', async () => {
    const page = await fetch(`${server.url}/dev/qa`);
    expect(await page.text()).toContain('/dev/qa/panel.js');
    for (const name of ['panel.js', 'app.js']) {
      const script = await fetch(`${server.url}/dev/qa/${name}`);
      expect(script.headers.get('content-type')).toContain('text/javascript');
      expect(await script.text()).not.toMatch(/interface |import /);
    }
  });

  test('doesn’t exist in production, or under another host name', async () => {
    const pages = ['', '/switches', '/requests', '/panel.js', '/app.js'].map(
      (path) => `/dev/qa${path}`,
    );
    const statusOf = (url: string, host: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        const probe = request(`${server.url}${url}`, { headers: { host } }, (response) => {
          response.resume();
          resolve(response.statusCode);
        });
        probe.on('error', reject).end();
      });
    for (const url of pages) {
      expect(await statusOf(url, 'localhost')).toBe(200);
      expect(await statusOf(url, 'evil.example')).toBe(404);
    }
    const production = fastify();
    const environment = { ...readEnvironment({}), mode: 'production' as const };
    registerQaPanel(production, { environment, clock: { now: () => 0 } });
    for (const url of pages)
      expect((await production.inject({ url, headers: { host: 'localhost' } })).statusCode).toBe(
        404,
      );
  });
});

describe('the QA panel and the app’s page', () => {
  let appDirectory: string;
  const page = '<!doctype html><head><title>Club</title></head>';
  beforeAll(async () => {
    appDirectory = await mkdtemp(join(tmpdir(), 'club-qa-'));
    await writeFile(join(appDirectory, 'index.html'), page);
    await writeFile(join(appDirectory, 'index.html.br'), brotliCompressSync(page));
  });
  afterAll(() => rm(appDirectory, { recursive: true }));

  /** Requests a page as a browser that has cached it. */
  async function fetchPage(url: string, variables: Record<string, string>): Promise<string> {
    const environment = { ...readEnvironment({ APP_DIR: appDirectory, ...variables }) };
    const app = fastify();
    registerQaPanel(app, { environment, clock: { now: () => 0 } });
    await registerStaticApp(app, appDirectory);
    const headers = { accept: 'text/html', 'accept-encoding': 'br' };
    const { headers: before } = await app.inject({ url, headers });
    const etag = String(before['etag'] ?? '');
    const response = await app.inject({ url, headers: { ...headers, 'if-none-match': etag } });
    await app.close();
    return response.headers['content-encoding'] === 'br' ? page : response.body;
  }

  test.each(['/', '/?qa', '/index.html'])('the page %s loads the panel’s shortcut', async (url) => {
    const pageText = await fetchPage(url, { QA_SHORTCUT: '1' });
    expect(pageText).toBe(
      page.replace('</head>', '<script type="module" src="/dev/qa/app.js"></script></head>'),
    );
  });

  test('the shortcut is missing by default and in production', async () => {
    expect(await fetchPage('/', {})).not.toContain('/dev/qa');
    const production = fastify();
    const environment = {
      ...readEnvironment({ QA_SHORTCUT: '1' }),
      mode: 'production' as const,
    };
    registerQaPanel(production, { environment, clock: { now: () => 0 } });
    await registerStaticApp(production, appDirectory);
    expect((await production.inject('/')).body).toBe(page);
    await production.close();
  });
});
