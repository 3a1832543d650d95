import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { API_HEADER, API_HEADER_VALUE } from '#schemas/api/api-header.ts';
import { calls } from '#schemas/api/calls.ts';
import { apiErrorCodes } from '#schemas/api/errors.ts';
import { readResponse, readPhoto } from '#sync/http/response.ts';
import { type CallError, isNetworkLimit, isUnreachable } from '#sync/http/call-error.ts';
import { isServerResponse, readJson } from '#sync/http/server-response.ts';
import { createSession, type Session } from '#sync/http/session.ts';
import type { KeyValue } from '#sync/ports.ts';
import { isUnauthorised } from '#sync/http/authenticator.ts';
import { createTransport } from '#sync/http/transport.ts';
import type { TransportSignal } from '#sync/http/exchange.ts';

const account = {
  user_id: '20000000-0000-4000-8000-000000000001',
  company_id: '10000000-0000-4000-8000-000000000001',
  role: 3,
  region: 'PL',
} as const;
const token = {
  token: 'an-access-token-of-a-test',
  refresh_token: 'a-refresh-token-of-a-test',
  expiresAt: '2026-05-04T11:00:00.000Z',
};
/** In-memory text store. */
function memoryStore(): KeyValue {
  const texts = new Map<string, string>();
  return {
    get: (key) => texts.get(key) ?? null,
    set: (key, value) => void texts.set(key, value),
    remove: (key) => void texts.delete(key),
    subscribe: () => () => undefined,
  };
}
const bodilessStatuses = new Set([204, 205, 304]);
const responseOf = (status: number, type: string, body: string, headers = {}) =>
  new Response(bodilessStatuses.has(status) ? null : body, {
    status,
    headers: { 'content-type': type, ...headers },
  });

/** Responses of proxies and portals: pages, their own JSON, other services' JSON. */
const foreignBodies = fc.oneof(
  fc.constant(['text/html', '<html><h1>Sign in</h1></html>'] as const),
  fc.constant(['application/json', '<html></html>'] as const),
  fc.constant(['text/plain', '{"time":"now"}'] as const),
  fc
    .oneof(
      fc.constantFrom<unknown>(
        [],
        {},
        null,
        { errors: [] },
        { errors: ['unauthorised'] },
        { error: 'unauthorised' },
        { code: 'maintenance', message: '' },
        { errors: [{ code: 'AUTH_REQUIRED', message: 'Sign in.' }] },
        { errors: [{ code: 401, message: 'unauthorised' }] },
        { data: [] },
        { success: true, redirect: 'https://portal.example' },
      ),
      fc.dictionary(fc.string(), fc.jsonValue()),
    )
    .map((json) => ['application/json; charset=utf-8', JSON.stringify(json)] as const),
);
const statuses = fc.integer({ min: 200, max: 599 });

test('F18: an intermediary’s response doesn’t count as the server’s, and has no status', async () => {
  await fc.assert(
    fc.asyncProperty(statuses, foreignBodies, async (status, [type, body]) => {
      const error = await readResponse(
        responseOf(status, type, body),
        calls.getSignedInUser.result,
      ).then(
        () => null,
        (reason: CallError) => reason,
      );
      expect(error).toMatchObject({ status: 0, errors: [] });
      expect(isUnreachable(error)).toBe(true);
      expect(isUnauthorised(error)).toBe(false);
      const codes = { 413: 'too_large_for_network', 429: 'too_many_requests' };
      expect(error?.code).toBe(codes[status as keyof typeof codes] ?? 'not_an_answer');
      expect(error && isNetworkLimit(error)).toBe(status === 413 || status === 429);
      const picture = await readPhoto(responseOf(status, type, body)).catch(
        (error: CallError) => error,
      );
      expect(picture).toMatchObject({ status: 0 });
    }),
  );
});

test('F18: the server’s own errors are recognised, even without its header', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...apiErrorCodes),
      fc.integer({ min: 400, max: 599 }),
      fc.boolean(),
      async (code, status, hasApiHeader) => {
        const body = JSON.stringify({ errors: [{ code, message: '' }] });
        const headers = hasApiHeader ? { [API_HEADER]: API_HEADER_VALUE } : {};
        const result = readResponse(
          responseOf(status, 'application/json', body, headers),
          v.object({}),
        );
        await expect(result).rejects.toMatchObject({ code, status });
      },
    ),
  );
});

test.each([{ portal: 'https://portal.example' }, [], [1], 'ok', null])(
  'F18: a captive portal’s response %j isn’t read as an empty success',
  async (json) => {
    const result = readResponse(
      responseOf(200, 'application/json', JSON.stringify(json)),
      calls.signOut.result,
    );
    await expect(result).rejects.toMatchObject({ code: 'not_an_answer', status: 0 });
  },
);

test('F18: the server’s empty response is a success, even from an older server without the header', async () => {
  const result = readResponse(responseOf(200, 'application/json', '{}'), calls.signOut.result);
  expect(await result).toEqual({});
});

test('F18: the service worker ignores the same responses', async () => {
  await fc.assert(
    fc.asyncProperty(statuses, foreignBodies, async (status, [type, body]) => {
      const response = responseOf(status, type, body);
      expect(isServerResponse(response, await readJson(response))).toBe(false);
    }),
  );
});

describe('the session', () => {
  let session: Session;
  let signals: TransportSignal[];
  beforeEach(() => {
    session = createSession({ store: memoryStore() });
    session.start(account, token);
    signals = [];
  });
  function transportOver(respond: (path: string) => Response) {
    const transport = createTransport({
      baseUrl: '/api',
      fetch: ((url: string) => Promise.resolve(respond(url))) as typeof fetch,
      session,
      language: () => 'pl',
      platform: 'web',
      clock: Date.now,
      locks: { run: (_name, callback) => callback() },
    });
    transport.subscribe((signal) => signals.push(signal));
    return transport;
  }
  const expired = JSON.stringify({ errors: [{ code: 'session_expired', message: '' }] });

  test.each([401, 403, 407, 511])('F18: isn’t ended by a proxy’s %i', async (status) => {
    const transport = transportOver(() => responseOf(status, 'text/html', '<html></html>'));
    await expect(transport.call(calls.getSignedInUser, {})).rejects.toMatchObject({
      code: 'not_an_answer',
    });
    expect(session.state().name).toBe('signed_in');
    expect(signals).toEqual(['unreachable']);
  });

  test.each([200, 401, 503])(
    'F18: isn’t ended by a foreign %i to its refresh after the server has rejected the token',
    async (status) => {
      const transport = transportOver((url) =>
        url.endsWith(calls.refreshSession.path)
          ? responseOf(status, 'application/json', '{"error":"login_required"}')
          : responseOf(401, 'application/json', expired),
      );
      await expect(transport.call(calls.getSignedInUser, {})).rejects.toMatchObject({
        code: 'not_an_answer',
      });
      expect(session.state().name).toBe('signed_in');
    },
  );

  test('F16: a proxy’s 413 or 429 doesn’t affect the connection, and its retry time is respected', async () => {
    const transport = transportOver((url) =>
      url.endsWith(calls.getSignedInUser.path)
        ? responseOf(429, 'text/html', '<html></html>', { 'retry-after': '7' })
        : responseOf(413, 'text/html', '<html></html>'),
    );
    await expect(transport.call(calls.getSignedInUser, {})).rejects.toMatchObject({
      code: 'too_many_requests',
      retryAfterMs: 7_000,
    });
    await expect(transport.call(calls.ping, {})).rejects.toMatchObject({
      code: 'too_large_for_network',
    });
    expect(signals).toEqual([]);
  });

  test('F10, F18: a 503 page of an unknown proxy isn’t treated as maintenance', async () => {
    const transport = transportOver(() => responseOf(503, 'text/html', '<html>Busy</html>'));
    await expect(transport.call(calls.ping, {})).rejects.toMatchObject({ code: 'not_an_answer' });
    expect(signals).toEqual(['unreachable']);
  });
});
