import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from './test-app.ts';

let server: TestApp;
let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'club-app-'));
  await mkdir(join(directory, 'assets'));
  await mkdir(join(directory, 'pages'));
  await writeFile(join(directory, 'pages', 'pl.html'), '<html lang="pl">the app');
  await writeFile(join(directory, 'pages', 'pl.webmanifest'), '{"lang":"pl"}');
  await writeFile(join(directory, 'manifest.webmanifest'), '{"lang":"en"}');
  await writeFile(
    join(directory, 'index.html'),
    `<!doctype html><title>the app</title><script type="importmap">${importMap}</script>`,
  );
  await writeFile(join(directory, 'service-worker.js'), 'self');
  await writeFile(join(directory, '.secret'), 'hidden');
  await writeFile(join(directory, 'assets', 'index-DeAdBeEf.js'), 'export {}');
  const largeFile = join(directory, 'assets', 'large-DeAdBeEf.js');
  await writeFile(largeFile, 'export const all = 1');
  await writeFile(`${largeFile}.br`, 'the smallest');
  await writeFile(`${largeFile}.gz`, 'small');
  server = await startTestApp({
    variables: { APP_DIR: directory, METRICS_TOKEN: 'a-token-for-the-metrics' },
  });
});
afterAll(async () => {
  await server.close();
  await rm(directory, { recursive: true });
});

const importMap = '{"imports":{"/a.js":"/b.js"}}';
const html = { accept: 'text/html,application/xhtml+xml' };

describe('the app’s page', () => {
  test.each([
    ['club.example.pl', 'pl'],
    ['club.example.com', 'en'],
    // There is no translation for this country.
    ['club.example.lt', 'en'],
  ])('for %s is in %s before any script runs', async (host, language) => {
    for (const url of ['/', '/index.html', '/projects']) {
      const { body } = await server.app.inject({ url, headers: { ...html, host } });
      expect(body.startsWith('<html lang="pl">')).toBe(language === 'pl');
    }
    const manifest = await server.app.inject({
      url: '/manifest.webmanifest',
      headers: { host },
    });
    expect(manifest.json()).toEqual({ lang: language });
    expect(manifest.headers['content-type']).toContain('application/manifest+json');
  });
});

describe('the built app', () => {
  test.each(['/', '/projects/20000000-0000-4000-8000-000000000001', '/scan/offline?x=1'])(
    'opens at %s, and the browser revalidates it each time',
    async (url) => {
      const page = await server.app.inject({ url, headers: html });
      expect(page.statusCode).toBe(200);
      expect(page.body).toContain('the app');
      expect(page.headers['cache-control']).toBe('no-cache');
      expect(page.headers['content-security-policy']).toContain("default-src 'self'");
    },
  );

  test('has no inline script except its import map (security 15)', async () => {
    const page = await server.app.inject({ url: '/', headers: html });
    const hash = createHash('sha256').update(importMap).digest('base64');
    const policy = String(page.headers['content-security-policy']);
    expect(policy).toContain(`script-src 'self' 'wasm-unsafe-eval' 'sha256-${hash}';`);
  });

  test('caches immutable files forever, and always revalidates the service worker', async () => {
    const asset = await server.app.inject('/assets/index-DeAdBeEf.js');
    expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    const worker = await server.app.inject('/service-worker.js');
    expect(worker.headers['cache-control']).toBe('no-cache');
  });

  test.each([
    ['br, gzip', 'br', 'the smallest'],
    ['gzip, deflate', 'gzip', 'small'],
    ['identity', undefined, 'export const all = 1'],
  ])(
    'is sent precompressed by the build to a browser that accepts %s',
    async (acceptEncoding, contentEncoding, body) => {
      const response = await server.app.inject({
        url: '/assets/large-DeAdBeEf.js',
        headers: { 'accept-encoding': acceptEncoding },
      });
      expect([response.headers['content-encoding'], response.body]).toEqual([
        contentEncoding,
        body,
      ]);
      expect(response.headers['content-type']).toBe('application/javascript; charset=utf-8');
      expect(response.headers['cache-control']).toBe('public, max-age=31536000, immutable');
      expect(response.headers.vary).toMatch(/accept-encoding/i);
    },
  );

  test.each([
    '/assets/old-CaFeBaBe.js',
    '/api/v1/nothing',
    '/files/nothing',
    '/.secret',
    '/favicon.png',
  ])('isn’t returned for %s', async (url) => {
    const response = await server.app.inject({ url, headers: html });
    expect(response.statusCode).toBeGreaterThanOrEqual(400);
    expect(response.body).not.toMatch(/the app|hidden/);
  });

  test('isn’t returned to a script that requests data', async () => {
    const response = await server.app.inject({
      url: '/projects',
      headers: { accept: 'application/json' },
    });
    expect(response.statusCode).toBe(404);
  });
});

test('Node never warns of a listener leak on a response', async () => {
  const warnings: string[] = [];
  const onWarning = ({ message }: Error) => warnings.push(message);
  process.on('warning', onWarning);
  const address = await server.app.listen({ port: 0, host: '127.0.0.1' });
  for (const path of ['/', '/projects', '/assets/index-DeAdBeEf.js', '/nothing.txt', '/api/no']) {
    await (await fetch(address + path, { headers: html })).text();
  }
  // Warnings are emitted in the next turn of the event loop.
  await new Promise(setImmediate);
  process.off('warning', onWarning);
  expect(warnings).toEqual([]);
});

describe('watching the server', () => {
  test('the server is live and ready while its database responds', async () => {
    expect((await server.app.inject('/health')).json()).toEqual({ status: 'ok' });
    expect((await server.app.inject('/ready')).json()).toMatchObject({ status: 'ready' });
  });

  test('the server’s metrics need the token, and are counted by route, not by URL', async () => {
    const rejectedResponse = await server.app.inject('/metrics');
    expect(rejectedResponse.statusCode).toBe(404);
    await server.app.inject('/api/v1/project/20000000-0000-4000-8000-000000000001');
    const { body } = await server.app.inject({
      url: '/metrics',
      headers: { authorization: 'Bearer a-token-for-the-metrics' },
    });
    expect(body).toContain('route="/api/v1/project/:id",status="401"');
    expect(body).toContain(
      'club_api_failures_total{route="/api/v1/project/:id",code="unauthorised"} 1',
    );
    expect(body).not.toContain('20000000-0000');
  });
});

test('a server that has lost its database is live, but not ready', async () => {
  const otherServer = await startTestApp();
  await otherServer.db.destroy();
  expect((await otherServer.app.inject('/health')).statusCode).toBe(200);
  expect((await otherServer.app.inject('/ready')).statusCode).toBe(503);
  await otherServer.app.close();
});
