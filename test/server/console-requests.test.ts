import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operatorCalls } from '#schemas/operator/operator-calls.ts';
import { readEnvironment } from '#server/environment.ts';
import { registerOperatorLimits } from '#server/http/overload/concurrency-limits.ts';
import { startServer } from '#server/start-server.ts';
import { freePort } from '#test/setup/free-port.ts';
import { isOnPostgres, testDatabase } from '#test/setup/test-database.ts';
import { CONSOLE_ORIGIN, grantsOf, startConsole, type TestConsole } from './console-setup.ts';

let server: TestConsole;
let token: string;
beforeAll(async () => {
  server = await startConsole();
  token = await server.startSession(await server.addOperator(grantsOf('administrator')));
});
afterAll(() => server.close());

describe('a request from another site', () => {
  const codes = '/api/operator/v1/session/code';
  const payload = { email: 'unknown@club.example' };
  const post = async (headers: Record<string, string>) =>
    (await server.consoleApp.inject({ method: 'POST', url: codes, headers, payload })).statusCode;
  const read = async (headers: Record<string, string>) => {
    const cookie = `__Host-console=${token}`;
    const url = '/api/operator/v1/session';
    const response = await server.consoleApp.inject({ url, headers: { cookie, ...headers } });
    return response.statusCode;
  };

  test('can’t change anything: the origin must be the console’s', async () => {
    expect(await post({ origin: CONSOLE_ORIGIN })).toBe(200);
    expect(await post({ origin: CONSOLE_ORIGIN, 'sec-fetch-site': 'same-origin' })).toBe(200);
    const foreignHeaders = [
      {},
      { origin: 'null' },
      { origin: 'https://evil.example' },
      { origin: `${CONSOLE_ORIGIN}.evil.example` },
      { origin: CONSOLE_ORIGIN.replace('https', 'http') },
      { origin: 'https://club.example' },
      { origin: CONSOLE_ORIGIN, 'sec-fetch-site': 'cross-site' },
      { origin: CONSOLE_ORIGIN, 'sec-fetch-site': 'same-site' },
      { origin: CONSOLE_ORIGIN, 'sec-fetch-site': 'none' },
    ] as Record<string, string>[];
    for (const headers of foreignHeaders)
      expect([headers, await post(headers)]).toEqual([headers, 403]);
  });

  test('can’t read anything', async () => {
    expect(await read({})).toBe(200);
    expect(await read({ 'sec-fetch-site': 'same-origin' })).toBe(200);
    expect(await read({ 'sec-fetch-site': 'cross-site' })).toBe(403);
    expect(await read({ 'sec-fetch-site': 'same-site' })).toBe(403);
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=b'])(
    'as %s isn’t read',
    async (type) => {
      const headers = { origin: CONSOLE_ORIGIN, 'content-type': type };
      const body = JSON.stringify({ email: 'unknown@club.example' });
      const response = await server.consoleApp.inject({
        method: 'POST',
        url: codes,
        headers,
        payload: body,
      });
      expect(response.statusCode).toBe(415);
    },
  );
});

describe('the listeners', () => {
  test('serve the operators’ calls only to the console, and the app’s calls only to the app', async () => {
    const operators = '/api/operator/v1/session';
    const installers = '/api/v1/region';
    const statuses = async (app: TestConsole['app']) => [
      (await app.inject({ url: operators })).statusCode,
      (await app.inject({ url: installers })).statusCode,
    ];
    expect(await statuses(server.app)).toEqual([404, 200]);
    expect(await statuses(server.consoleApp)).toEqual([401, 404]);
    for (const url of ['/operator/commands', '/dev/codes', '/api/docs', '/qa'])
      expect((await server.consoleApp.inject({ url, method: 'GET' })).statusCode).toBe(404);
  });

  test('forbid caching, framing and other origins for the console’s pages', async () => {
    const { headers } = await server.consoleApp.inject({ url: '/api/operator/v1/session' });
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    });
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
  });

  test('each report their health', async () => {
    expect((await server.consoleApp.inject({ url: '/health' })).json()).toEqual({ status: 'ok' });
    expect((await server.consoleApp.inject({ url: '/ready' })).statusCode).toBe(200);
    expect((await server.consoleApp.inject({ url: '/metrics' })).statusCode).toBe(200);
  });

  test('log neither addresses nor codes', async () => {
    const email = 'logged@club.example';
    await server.addOperator(grantsOf('viewer'), email);
    await server.operate(operatorCalls.sendOperatorCode, { body: { email } });
    const code = server.codeFor(email) ?? '';
    await server.operate(operatorCalls.signInOperator, { body: { email, code } });
    const log = server.log.join('');
    expect(log).toContain('/api/operator/v1/session/code');
    expect([code.length, log.includes(email), log.includes(code)]).toEqual([10, false, false]);
  });
});

describe('all operators together', () => {
  test.each([
    ['20', 5],
    ['4', 2],
  ])('use a quarter of %s connections, but at least two', async (DATABASE_POOL_SIZE, expected) => {
    const url = 'postgres://localhost/club';
    const environment = readEnvironment({ DATABASE_URL: url, DATABASE_POOL_SIZE });
    const app = fastify();
    registerOperatorLimits(app, environment);
    let [running, maxRunning] = [0, 0];
    const work = async () => {
      running += 1;
      maxRunning = Math.max(maxRunning, running);
      await setImmediate();
      running -= 1;
    };
    await Promise.all(Array.from({ length: 40 }, () => app.limitOperators(work)));
    await app.close();
    expect([maxRunning, running]).toEqual([expected, 0]);
  });
});

describe('the process', () => {
  test('serves the app and the console, and stops both once accepted requests are done', async () => {
    const port = await freePort();
    const database = await testDatabase();
    const environment = readEnvironment({
      NODE_ENV: 'test',
      PORT: '0',
      CONSOLE_PORT: String(port),
      CONSOLE_URL: CONSOLE_ORIGIN,
      ...(database.url !== null && { DATABASE_URL: database.url }),
      DATA_DIR: await mkdtemp(join(tmpdir(), 'club-console-')),
    });
    const running = await startServer(environment, () => undefined);
    const health = (address: string | null) =>
      fetch(`${address}/health`).then(
        ({ status }) => status,
        () => null,
      );
    const addresses = [running.address, running.consoleAddress];
    expect(running.consoleAddress).toBe(`http://127.0.0.1:${port}`);
    expect(await Promise.all(addresses.map(health))).toEqual([200, 200]);
    await expect(startServer(environment, () => undefined)).rejects.toThrow(
      isOnPostgres ? 'CONSOLE_PORT is in use by another process' : 'is using this database',
    );
    await running.stop();
    expect(await Promise.all(addresses.map(health))).toEqual([null, null]);
    await database.drop();
    await rm(environment.dataDirectory, { recursive: true });
  });
});
