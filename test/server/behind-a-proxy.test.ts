import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { request } from 'node:https';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { caddy, type FrontProxy, nginx, type ProxyKind } from '#test/setup/front-proxies.ts';
import { freePort } from '#test/setup/free-port.ts';
import { spawnDemoServer } from '#test/setup/demo-server.ts';
import { type SpawnedServer } from '#test/setup/spawned-server.ts';
import { readEvents } from './read-events.ts';
import { newProject, signIn } from './spawned-client.ts';

const LONG_MS = 120_000;
const MB = 2 ** 20;

let server: SpawnedServer;
let token: string;
const kinds = Object.entries({ nginx, caddy }).filter(([, kind]) => kind.isInstalled());

beforeAll(async () => {
  if (kinds.length === 0) return;
  // The proxies use self-signed certificates.
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
  server = await spawnDemoServer({ appDirectory: null, environment: { TRUST_PROXY: '1' } });
  token = await signIn(server);
}, LONG_MS);
afterAll(async () => {
  if (kinds.length === 0) return;
  await server.dispose();
  vi.unstubAllEnvs();
});

describe.each<[string, ProxyKind]>(kinds)('behind %s with the site of deploy/', (_name, kind) => {
  let front: FrontProxy;
  beforeAll(async () => {
    front = await kind.start([server.url]);
  });
  afterAll(() => front.stop());

  /** Uploads a form with a photo of this size that isn't a valid image. */
  function upload(bytes: number): Promise<Response> {
    const form = new FormData();
    form.set('image', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), 'photo.jpg');
    return fetch(`${front.url}/api${calls.uploadPhoto.path}`, {
      method: calls.uploadPhoto.method,
      headers: { authorization: `Bearer ${token}`, 'idempotency-key': crypto.randomUUID() },
      body: form,
    });
  }

  test('the API responds', async () => {
    const response = await fetch(`${front.url}/api${calls.listProjects.path}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(response.status).toBe(200);
    expect(response.headers.get('strict-transport-security')).toContain('max-age');
  });

  test('a photo of the maximum size reaches the server, and a larger one is rejected', async () => {
    const validationResponse = await upload(9.5 * MB);
    expect(validationResponse.status).not.toBe(413);
    expect(validationResponse.headers.get('content-type')).toContain('application/json');
    expect(await validationResponse.json()).toHaveProperty('errors');
    const rejectedResponse = await upload(12 * MB);
    expect(rejectedResponse.status).toBe(413);
  });

  test('a body that stops arriving is cut off', async () => {
    const impatientProxy = await kind.start([server.url], { bodyTimeout: '1s' });
    const login = request(`${impatientProxy.url}/api${calls.requestSignInCode.path}`, {
      method: calls.requestSignInCode.method,
      headers: { 'content-type': 'application/json', 'content-length': 200 },
      rejectUnauthorized: false,
    });
    const { promise: closedConnection, resolve } = Promise.withResolvers<void>();
    // nginx only closes the connection; Caddy may respond first.
    login.on('error', () => undefined).once('close', resolve);
    login.once('response', (response) => response.resume());
    login.write('{');
    await closedConnection;
    expect(login.writableEnded).toBe(false);
    await impatientProxy.stop();
  });

  test('a change is announced immediately', async () => {
    const events = await readEvents(front.url, token);
    expect(events.response.status).toBe(200);
    await events.next();
    await newProject(server, token);
    expect(await events.waitFor('projects')).toBe(true);
    events.close();
  });
});

/** Sends changes through a proxy to two processes, one of which resets the connection of each change. */
async function sendToResettingProcess(kind: ProxyKind) {
  const [resetting, serving] = [await startProcess(true), await startProcess(false)];
  const proxy = await kind.start([resetting.url, serving.url], { tryDuration: '1s' });
  return {
    resetting,
    send: (headers: Record<string, string>) =>
      fetch(proxy.url, { method: 'POST', headers, body: '{}' }).then(({ status }) => status),
    /** Returns the number of changes that reached a process. */
    received: () => resetting.changes() + serving.changes(),
    async stop() {
      await proxy.stop();
      await Promise.all([resetting.stop(), serving.stop()]);
    },
  };
}

test.runIf(nginx.isInstalled())(
  'behind nginx, a change with a key reaches the next process if the first one resets its connection',
  async () => {
    const { send, received, resetting, stop } = await sendToResettingProcess(nginx);
    const statuses = await Promise.all(
      ['first', 'second', 'third', 'fourth'].map((key) => send({ 'idempotency-key': key })),
    );
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(resetting.changes()).toBeGreaterThan(0);
    // The proxy never resends a request without a key.
    const before = received();
    for (let index = 0; index < 4; index += 1) await send({});
    expect(received()).toBe(before + 4);
    await stop();
  },
);

// Caddy 2.6 can't send a body twice, so the app must send the change again.
test.runIf(caddy.isInstalled())(
  'behind caddy, a change fails immediately if its process resets its connection',
  async () => {
    const { send, received, resetting, stop } = await sendToResettingProcess(caddy);
    let sentCount = 0;
    const statuses: number[] = [];
    // Caddy chooses a process at random.
    while (sentCount < 4 || (resetting.changes() === 0 && sentCount < 40)) {
      statuses.push(
        await send(sentCount % 2 === 0 ? { 'idempotency-key': String(sentCount) } : {}),
      );
      sentCount += 1;
    }
    expect(received()).toBe(sentCount);
    expect(statuses.filter((status) => status === 502)).toHaveLength(resetting.changes());
    expect(resetting.changes()).toBeGreaterThan(0);
    await stop();
  },
);

/**
 * Starts a process that counts changes.
 * @param resets true to reset their connections, as a stopping process may do
 */
async function startProcess(resets: boolean) {
  let changes = 0;
  const process = createServer((incoming, response) => {
    if (incoming.method === 'POST') changes += 1;
    if (incoming.method === 'POST' && resets) incoming.socket.resetAndDestroy();
    else response.end('{}');
  });
  await once(process.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(process.address() as AddressInfo).port}`,
    changes: () => changes,
    async stop() {
      const closed = once(process.close(), 'close');
      process.closeAllConnections();
      await closed;
    },
  };
}

test.each(kinds)(
  '%s logs no address of a calendar feed, not even if the server is down (security 29)',
  async (_name, kind) => {
    const secret = randomBytes(32).toString('base64url');
    const options = { logsRequests: true, tryDuration: '1s' };
    const fronts = [
      await kind.start([server.url], options),
      await kind.start([`http://127.0.0.1:${await freePort()}`], options),
    ];
    const statuses: number[] = [];
    for (const { url, readLogs, stop } of fronts) {
      for (const path of [`/calendar/${secret}.ics`, '/api/none'])
        statuses.push((await fetch(url + path)).status);
      await vi.waitFor(() => expect(readLogs()).toContain('/api/none'));
      expect(readLogs()).not.toContain(secret);
      await stop();
    }
    expect(statuses).toEqual([
      404,
      404,
      expect.toBeOneOf([502, 503]),
      expect.toBeOneOf([502, 503]),
    ]);
  },
);
