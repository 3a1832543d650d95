import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { spawnDemoServer } from '#test/setup/demo-server.ts';
import { type SpawnedServer } from '#test/setup/spawned-server.ts';
import { requestHead, rawConnection } from './raw-connection.ts';

let appDirectory: string;
let server: SpawnedServer;
let isFirstRequest = true;
beforeAll(async () => {
  appDirectory = await mkdtemp(join(tmpdir(), 'club-large-'));
  await writeFile(join(appDirectory, 'index.html'), '');
  // Larger than the operating system's socket buffers.
  await writeFile(join(appDirectory, 'large.txt'), Buffer.alloc(30_000_000));
  server = await spawnDemoServer({ appDirectory });
}, 120_000);
beforeEach(async () => {
  if (!isFirstRequest) await server.start();
  isFirstRequest = false;
});
afterAll(async () => {
  await server.dispose();
  await rm(appDirectory, { recursive: true });
});

/**
 * Starts a partial request.
 * @returns once the server has read it
 */
async function startRequest(text: string) {
  const connection = await rawConnection(server.url);
  await connection.send(text);
  await fetch(`${server.url}/health`);
  return connection;
}

const json = { 'content-type': 'application/json', 'content-length': 200 };

test('a stopping server keeps serving for STOP_DELAY seconds, and /health returns 503 for proxies', async () => {
  await server.stop();
  await server.start({ STOP_DELAY: '3' });
  const health = () => fetch(`${server.url}/health`);
  expect((await health()).status).toBe(200);
  const stopping = server.stop();
  await expect.poll(async () => (await health()).status).toBe(503);
  const page = await fetch(server.url);
  expect([page.status, page.headers.get('connection')]).toEqual([200, 'close']);
  expect(await stopping).toBe(0);
});

// A stop that hangs is ended after 15 seconds, and the process exits with 1.
describe('a stop exits cleanly despite', { timeout: 60_000 }, () => {
  test('stalled bodies', async () => {
    const login = await startRequest(
      `${requestHead(`POST /api${calls.requestSignInCode.path}`, json)}{"email":`,
    );
    const unreadRequest = await startRequest(`${requestHead('POST /api/v1/nothing', json)}{`);
    expect(await server.stop()).toBe(0);
    await Promise.all([login.closed, unreadRequest.closed]);
  });

  test('an incomplete header, even of a second request', async () => {
    const first = await startRequest('GET /health HTTP/1.1\r\nhost: ');
    const second = await startRequest(requestHead('GET /health'));
    expect(await second.status()).toBe(200);
    await second.send('GET /health HTTP/1.1\r\nhost: ');
    await fetch(`${server.url}/health`);
    expect(await server.stop()).toBe(0);
    await Promise.all([first.closed, second.closed]);
  });

  test('a client that doesn’t read', async () => {
    const reader = await startRequest('');
    reader.pause();
    await reader.send(requestHead('GET /large.txt'));
    await fetch(`${server.url}/health`);
    expect(await server.stop()).toBe(0);
    reader.destroy();
  });
});
