import { request } from 'node:http';
import fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readEnvironment } from '#server/environment.ts';
import { registerQaPanel } from '#server/qa/qa-routes.ts';
import { startInProcessServer } from '#test/setup/in-process-server.ts';
import type { TestServer } from '#test/setup/spawned-server.ts';

/** A development server on a real port, so that connections can break. */
let server: TestServer;
beforeAll(async () => {
  server = await startInProcessServer({ LOG_LEVEL: 'silent' });
});
afterAll(() => server.dispose());

const set = (switches: object) =>
  fetch(`${server.url}/dev/qa/switches`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(switches),
  });
const read = () => fetch(`${server.url}/api/v1/configuration?region=PL`);

describe('the QA panel', () => {
  test('breaks one class of requests and no others', async () => {
    expect((await read()).status).toBeLessThan(500);
    expect((await set({ network: { reads: 'offline' } })).status).toBe(200);
    await expect(read()).rejects.toThrow('fetch failed');
    await set({ network: { reads: '503' } });
    const unavailable = await read();
    expect([unavailable.status, unavailable.headers.get('retry-after')]).toEqual([503, '5']);
    await set({ network: { reads: '429' } });
    expect((await read()).status).toBe(429);
    await set({ network: { reads: 'captive_portal' } });
    const portal = await read();
    expect(portal.headers.get('content-type')).toContain('text/html');
    await set({ network: { reads: 'truncated' } });
    await expect(read().then((answer) => answer.text())).rejects.toThrow('terminated');
    await set({ network: { reads: 'answer_lost' } });
    await expect(read()).rejects.toThrow('fetch failed');
    await set({ network: { writes: 'offline' } });
    expect((await read()).status).toBeLessThan(500);
    const logged = await fetch(`${server.url}/dev/qa/requests`);
    const { data } = (await logged.json()) as { data: { fault: string; path: string }[] };
    expect(data.map(({ fault }) => fault).toReversed()).toEqual([
      ...['none', 'offline', '503', '429', 'captive_portal', 'truncated', 'answer_lost', 'none'],
    ]);
    expect(data.every(({ path }) => !path.includes('?'))).toBe(true);
  });

  test('moves the clock shown in responses', async () => {
    const hour = 3_600_000;
    await set({ network: {}, clockOffsetMs: 2 * hour });
    const date = Date.parse((await read()).headers.get('date') ?? '');
    expect(Math.abs(date - Date.now() - 2 * hour)).toBeLessThan(60_000);
  });

  test.each([
    { network: { reads: 'slow' } },
    { network: { other: 'offline' } },
    { network: {}, clockOffsetMs: 1.5 },
    {},
  ])('rejects %j', async (switches) => {
    expect((await set(switches)).status).toBe(400);
  });

  test('is a page with a valid script', async () => {
    const page = await fetch(`${server.url}/dev/qa`);
    expect(await page.text()).toContain('/dev/qa/panel.js');
    const script = await fetch(`${server.url}/dev/qa/panel.js`);
    expect(script.headers.get('content-type')).toContain('text/javascript');
    expect(await script.text()).not.toContain('interface ');
  });

  test('doesn’t exist in production, nor under another host name', async () => {
    const pages = ['/dev/qa', '/dev/qa/switches', '/dev/qa/requests', '/dev/qa/panel.js'];
    const statusOf = (url: string, host: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        const sent = request(`${server.url}${url}`, { headers: { host } }, (answer) => {
          answer.resume();
          resolve(answer.statusCode);
        });
        sent.on('error', reject).end();
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
