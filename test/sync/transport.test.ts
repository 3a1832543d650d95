import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { API_HEADER, API_HEADER_VALUE, DEVICE_TIME_HEADER } from '#schemas/api/api-header.ts';
import { calls } from '#schemas/api/calls.ts';
import { browserLocks } from '#sync/browser-ports.ts';
import { createSession, type Session } from '#sync/http/session.ts';
import { createTransport } from '#sync/http/transport.ts';
import type { TransportSignal } from '#sync/http/exchange.ts';

const account = {
  user_id: '20000000-0000-4000-8000-000000000001',
  company_id: '10000000-0000-4000-8000-000000000001',
  role: 3,
  region: 'PL',
} as const;
const token = (name: string, expiresAt = '2026-05-04T11:00:00.000Z') => ({
  token: `${name}-access-token-of-a-test`,
  refresh_token: `${name}-refresh-token-of-a-test`,
  expiresAt,
});
const list = { data: [], meta: { last_page: 1, total: 0, checkpoint: 'one.0' } };
const pong = { time: '2026-05-04T10:00:00.000Z', epoch: 'one' };
const json = (body: unknown, status = 200, headers = {}) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  });
const apiHeaders = { [API_HEADER]: API_HEADER_VALUE };
const failure = (code: string, status: number) => json({ errors: [{ code, message: '' }] }, status);

let session: Session;
let signals: TransportSignal[];
beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-05-04T10:00:00.000Z') });
  const texts = new Map<string, string>();
  session = createSession({
    store: {
      get: (key) => texts.get(key) ?? null,
      set: (key, value) => void texts.set(key, value),
      remove: (key) => void texts.delete(key),
      subscribe: () => () => undefined,
    },
  });
  session.start(account, token('first'));
  signals = [];
});
afterEach(() => {
  vi.useRealTimers();
});

function transportOver(fetch: (url: string, init: RequestInit) => Promise<Response>) {
  const transport = createTransport({
    baseUrl: '/api',
    fetch: fetch as typeof globalThis.fetch,
    session,
    language: () => 'pl',
    platform: 'web',
    clock: Date.now,
    locks: browserLocks(),
  });
  transport.subscribe((signal) => signals.push(signal));
  return transport;
}
const bearer = (init: RequestInit) => new Headers(init.headers).get('authorization');
const neverResponding = (_: string, init: RequestInit) =>
  new Promise<Response>((_resolve, reject) => {
    init.signal?.addEventListener('abort', () => reject(new Error('aborted')));
  });

describe('responses', () => {
  test.each([
    [
      'a page of a captive portal',
      new Response('<html></html>', { headers: { 'content-type': 'text/html' } }),
    ],
    [
      'a page that claims to be JSON',
      new Response('<html></html>', { headers: { 'content-type': 'application/json' } }),
    ],
    ['a gateway’s error page', new Response('Bad Gateway', { status: 502 })],
  ])('F11: %s isn’t a response', async (_, response) => {
    const transport = transportOver(() => Promise.resolve(response));
    await expect(transport.call(calls.ping, {})).rejects.toMatchObject({ code: 'not_an_answer' });
    expect(signals).toEqual(['unreachable']);
  });

  test('F15: JSON of another shape with our server’s mark is distinguished from no response', async () => {
    const transport = transportOver(() => Promise.resolve(json({ hour: 'noon' }, 200, apiHeaders)));
    await expect(transport.call(calls.ping, {})).rejects.toMatchObject({ code: 'unknown_shape' });
    expect(signals).toEqual(['reached']);
  });

  test('a failure has the server’s code, status and fields', async () => {
    const transport = transportOver(() => Promise.resolve(failure('project_not_found', 404)));
    const request = transport.call(calls.getProject, { params: { id: account.user_id } });
    await expect(request).rejects.toMatchObject({ code: 'project_not_found', status: 404 });
  });

  test('F10: a 503 with our mark is maintenance, in any format', async () => {
    const headers = { 'retry-after': '120', ...apiHeaders };
    const page = new Response('back soon', { status: 503, headers });
    const transport = transportOver(() => Promise.resolve(page));
    await expect(transport.call(calls.ping, {})).rejects.toMatchObject({
      code: 'maintenance',
      retryAfterMs: 120_000,
    });
    expect(signals).toEqual(['maintenance']);
  });

  test('F17: a 503 with a reason keeps it, and isn’t maintenance', async () => {
    const transport = transportOver(() => Promise.resolve(failure('unavailable', 503)));
    await expect(transport.call(calls.ping, {})).rejects.toMatchObject({
      code: 'unavailable',
      status: 503,
    });
    expect(signals).toEqual(['reached']);
  });

  test('a request without a response times out after 30 s', async () => {
    const transport = transportOver(neverResponding);
    const request = transport
      .call(calls.getPublicConfiguration, {})
      .catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(29_999);
    expect(signals).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(await request).toMatchObject({ code: 'timeout' });
    expect(signals).toEqual(['unreachable']);
  });

  test('a cancelled request fails with status 499, and doesn’t affect the connection state', async () => {
    const transport = transportOver(neverResponding);
    const abort = new AbortController();
    const request = transport.call(calls.ping, {}, { signal: abort.signal });
    abort.abort();
    await expect(request).rejects.toMatchObject({ code: 'cancelled', status: 499 });
    expect(signals).toEqual([]);
  });
});

describe('requests', () => {
  test('have token, language and platform; parameters are escaped; an empty since is sent', async () => {
    const requests: [string, RequestInit][] = [];
    const transport = transportOver((url, init) => {
      requests.push([url, init]);
      return Promise.resolve(json(list));
    });
    await transport.call(calls.listScans, { query: { since: '', limit: 5 } });
    const [url, init] = requests[0] ?? ['', {}];
    expect(url).toBe('/api/v2/scans?since=&limit=5');
    expect(Object.fromEntries(new Headers(init.headers))).toMatchObject({
      authorization: `Bearer ${token('first').token}`,
      'accept-language': 'pl',
      'x-platform': 'web',
    });
  });

  test('have the device’s time if signed in, so that the server knows if its clock is right', async () => {
    const times: (string | null)[] = [];
    const transport = transportOver((_url, init) => {
      times.push(new Headers(init.headers).get(DEVICE_TIME_HEADER));
      return Promise.resolve(json(list));
    });
    const request = () => transport.call(calls.listScans, { query: { since: '', limit: 5 } });
    await request();
    vi.advanceTimersByTime(60_000);
    await request();
    session.end();
    await transport.call(calls.getPublicConfiguration, {}).catch(() => undefined);
    const start = Date.parse('2026-05-04T10:00:00.000Z');
    expect(times).toEqual([String(start), String(start + 60_000), null]);
  });

  test('F29: are never sent with another person’s token', async () => {
    const fetch = vi.fn(() => Promise.resolve(json(pong)));
    const transport = transportOver(fetch);
    const other = { userId: '20000000-0000-4000-8000-000000000009' };
    await expect(transport.call(calls.getSignedInUser, {}, other)).rejects.toMatchObject({
      status: 401,
    });
    expect(fetch).not.toHaveBeenCalled();
  });
});

describe('the session', () => {
  /** A server that accepts only the second token. */
  function serverThatRefreshes() {
    let refreshes = 0;
    const transport = transportOver((url, init) => {
      if (url.endsWith(calls.refreshSession.path)) {
        refreshes += 1;
        return Promise.resolve(json(token('second')));
      }
      const isFresh = bearer(init) === `Bearer ${token('second').token}`;
      return Promise.resolve(isFresh ? json({}) : failure('session_expired', 401));
    });
    return { transport, refreshes: () => refreshes };
  }

  test('F09: concurrent 401s cause one refresh, and every call is repeated', async () => {
    const { transport, refreshes } = serverThatRefreshes();
    await Promise.all(Array.from({ length: 5 }, () => transport.call(calls.signOut, {})));
    expect(refreshes()).toBe(1);
    expect(session.state()).toMatchObject({ name: 'signed_in', token: token('second') });
  });

  test('F09: a rejected refresh ends the session and keeps the account', async () => {
    const transport = transportOver(() => Promise.resolve(failure('session_expired', 401)));
    await expect(transport.call(calls.signOut, {})).rejects.toMatchObject({ status: 401 });
    expect(session.state()).toEqual({ name: 'ended', account });
  });

  test('a refresh that doesn’t reach the server doesn’t end the session', async () => {
    const transport = transportOver((url) =>
      url.endsWith(calls.refreshSession.path)
        ? Promise.reject(new TypeError('network'))
        : Promise.resolve(failure('session_expired', 401)),
    );
    await expect(transport.call(calls.signOut, {})).rejects.toMatchObject({ code: 'offline' });
    expect(session.state().name).toBe('signed_in');
  });

  test('F33: the last 10 minutes of a token are measured by the server’s clock', async () => {
    let refreshes = 0;
    const date = { date: 'Mon, 04 May 2026 10:55:00 GMT' };
    const transport = transportOver((url) => {
      if (url.endsWith(calls.refreshSession.path)) refreshes += 1;
      return Promise.resolve(
        json(url.endsWith(calls.ping.path) ? pong : token('second'), 200, date),
      );
    });
    await transport.refreshIfDue();
    expect(refreshes).toBe(0);
    await transport.call(calls.ping, {});
    await transport.refreshIfDue();
    expect(refreshes).toBe(1);
  });

  test('an unreadable session counts as signed out', () => {
    const store = {
      get: () => '{"token": 1}',
      set: vi.fn(),
      remove: vi.fn(),
      subscribe: () => vi.fn(),
    };
    expect(createSession({ store }).state()).toEqual({ name: 'signed_out' });
  });
});

describe('a session that can’t continue', () => {
  test('F29: nothing is requested if the stored session belongs to a person other than the one on the screen', async () => {
    const fetch = vi.fn(() => Promise.resolve(json({})));
    const transport = createTransport({
      baseUrl: '/api',
      fetch: fetch as typeof globalThis.fetch,
      session,
      user: () => 'the previous person',
      language: () => 'pl',
      platform: 'web',
      clock: Date.now,
      locks: browserLocks(),
    });
    await expect(transport.call(calls.signOut, {})).rejects.toMatchObject({ code: 'unauthorised' });
    expect(fetch).not.toHaveBeenCalled();
  });

  test('F14: calls that wait for one refresh share its failure', async () => {
    let refreshes = 0;
    const transport = transportOver((url) => {
      if (!url.endsWith(calls.refreshSession.path))
        return Promise.resolve(failure('session_expired', 401));
      refreshes += 1;
      return Promise.reject(new TypeError('network'));
    });
    const signOuts = Array.from({ length: 5 }, () => transport.call(calls.signOut, {}));
    await Promise.allSettled(signOuts);
    expect(refreshes).toBe(1);
    await transport.call(calls.signOut, {}).catch(() => undefined);
    expect(refreshes).toBe(2);
  });
});

describe('a photo or document', () => {
  const picture = (type = 'image/jpeg') =>
    new Response(Uint8Array.of(1, 2, 3), { headers: { 'content-type': type } });

  test('is fetched from outside the API’s path, with the session and without a cache', async () => {
    const requests: { url: string; init: RequestInit }[] = [];
    const transport = transportOver((url, init) => {
      requests.push({ url, init });
      return Promise.resolve(picture());
    });
    const photo = await transport.fetchPhoto('a/b');
    expect(photo.size).toBe(3);
    expect(requests[0]?.url).toBe('/files/photo/a%2Fb');
    expect(requests[0]?.init).toMatchObject({ cache: 'no-store', redirect: 'error' });
    expect(bearer(requests[0]?.init ?? {})).toBe(`Bearer ${token('first').token}`);
  });

  test('of a certificate is requested by its id and the company’s, and is a PDF', async () => {
    const requests: string[] = [];
    const types = ['application/pdf', 'text/html'];
    const transport = transportOver((url) => {
      requests.push(url);
      return Promise.resolve(picture(types.shift()));
    });
    expect((await transport.fetchCertificate('one', 'two')).size).toBe(3);
    expect(requests).toEqual(['/files/pdf/onetwo.pdf']);
    await expect(transport.fetchCertificate('one', 'two')).rejects.toMatchObject({
      code: 'not_an_answer',
    });
  });

  test.each([
    [picture('text/html'), 'not_an_answer'],
    [failure('not_found', 404), 'not_found'],
  ])(
    'of a wrong type is an error, and doesn’t affect the connection state',
    async (answer, code) => {
      const transport = transportOver(() => Promise.resolve(answer));
      await expect(transport.fetchPhoto('one')).rejects.toMatchObject({ code });
      expect(signals).toEqual([]);
    },
  );
});
