import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { apiFailure } from '#schemas/api/errors.ts';
import { STREAM_HEARTBEAT_MS } from '#schemas/api/live-calls.ts';
import { requestHead, rawConnection } from './raw-connection.ts';
import { startTestApp, type TestApp } from './test-app.ts';

let server: TestApp;
let address: string;
beforeAll(async () => {
  server = await startTestApp();
  address = await server.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => server.close());

async function sendRaw(text: string) {
  const connection = await rawConnection(address);
  await connection.send(text);
  const status = await connection.status();
  const [lines = '', body = ''] = connection.received().split('\r\n\r\n');
  connection.destroy();
  return { status, lines: lines.toLowerCase(), body };
}
type RawResponse = Awaited<ReturnType<typeof sendRaw>>;

/** Expects the contract's error format, and the headers of every other response. */
function expectPlain({ lines, body }: RawResponse, code: string): void {
  const { errors } = v.parse(apiFailure, JSON.parse(body));
  expect(errors.map((error) => error.code)).toEqual([code]);
  expect(lines).toContain('content-type: application/json; charset=utf-8');
  expect(lines).toContain('x-content-type-options: nosniff');
  expect(lines).toContain('referrer-policy: no-referrer');
  expect(lines).toContain('cache-control: no-store');
  expect(lines).toMatch(/content-security-policy: .*frame-ancestors 'none'/);
}

describe('a malformed URL', () => {
  const longPath = `/api/v1/project/${'secret'.repeat(40)}`;

  test.each(['GET /%zz', 'POST /%zz', 'GET /api/v1/project/%ff', `GET ${longPath}`])(
    'gets a regular error that doesn’t repeat the URL: %s',
    async (request) => {
      const response = await sendRaw(requestHead(request));
      expect(response.status).toBe(400);
      expectPlain(response, 'invalid_input');
      expect(response.lines).toContain('x-request-id: ');
      expect(response.body).not.toMatch(/zz|secret/);
      expect(server.log.join('')).not.toMatch(/zz|secret/);
      expect(server.log.join('')).toContain('"route":"/unreadable-address","status":400');
    },
  );
});

describe('malformed HTTP (security 23)', () => {
  test('gets an error in the contract’s format', async () => {
    const response = await sendRaw('hello\r\n\r\n');
    expect(response.status).toBe(400);
    expectPlain(response, 'invalid_input');
  });

  test('gets an error for headers that are too long', async () => {
    const response = await sendRaw(requestHead('GET /health', { cookie: 'a'.repeat(20_000) }));
    expect(response.status).toBe(413);
    expectPlain(response, 'payload_too_large');
  });
});

describe('a connection', () => {
  test('without complete headers is closed', async () => {
    const halfRequest = await rawConnection(address);
    await halfRequest.send('GET /health HTTP/1.1\r\nhost: ');
    const silentConnection = await rawConnection(address);
    expect(server.app.server.headersTimeout).toBe(20_000);
    // Node checks this timeout every two seconds.
    server.app.server.headersTimeout = 100;
    await Promise.all([halfRequest.closed, silentConnection.closed]);
    server.app.server.headersTimeout = 20_000;
  });

  test('can be silent for a minute, which is longer than the longest silence of an event stream', () => {
    expect(server.app.server.timeout).toBe(65_000);
    expect(server.app.server.timeout).toBeGreaterThan(3 * STREAM_HEARTBEAT_MS);
  });
});
