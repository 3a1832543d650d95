import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { IMAGE_TIMEOUT_MS } from '#schemas/api/call.ts';
import {
  MAX_UPLOADS_PER_NETWORK,
  MAX_UPLOADS_PER_PERSON,
} from '#server/http/overload/upload-limits.ts';
import { requestHead, rawConnection, type RawConnection } from './raw-connection.ts';
import { startTestApp, type TestApp } from './test-app.ts';

const LOGIN = `POST /api${calls.requestSignInCode.path}`;
const PHOTO = `POST /api${calls.uploadPhoto.path}`;
const FORM = 'multipart/form-data; boundary=line';
const FILE =
  '--line\r\ncontent-disposition: form-data; name="image"; filename="a"\r\ncontent-type: image/png\r\n\r\n';

let server: TestApp;
let address: string;
const openConnections: RawConnection[] = [];
beforeEach(async () => {
  server = await startTestApp({ variables: { RATE_LIMIT_FACTOR: '100', TRUST_PROXY: '1' } });
  address = await server.app.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(async () => {
  for (const connection of openConnections.splice(0)) connection.destroy();
  await server.close();
});

/**
 * Starts a request with a partial body.
 * @returns once the server has read it
 */
async function startUpload(
  request: string,
  headers: Record<string, string | number>,
  body: string,
) {
  const connection = await rawConnection(address);
  openConnections.push(connection);
  const json = { 'content-type': 'application/json', 'content-length': 200 };
  await connection.send(requestHead(request, { ...json, ...headers }) + body);
  // A response on another connection shows that the server has read this request, too.
  await fetch(`${address}/health`);
  return connection;
}

const halfLogin = (headers = {}) => startUpload(LOGIN, headers, '{"email":');
const halfPhoto = (token: string, headers: Record<string, string | number> = {}) =>
  startUpload(
    PHOTO,
    {
      authorization: `Bearer ${token}`,
      'content-type': FORM,
      'content-length': 900_000,
      ...headers,
    },
    FILE,
  );
const tokenOf = async (account: 'polishOwner' | 'polishStaff') =>
  (await server.signInAs(account)).token;
const incompleteLines = () =>
  server.log.filter((line) => line.includes('not received completely')).join('');

describe('a body that doesn’t arrive (security 23, F50)', () => {
  test('may take longer than the app waits for an upload', () => {
    expect(server.app.server.requestTimeout).toBe(65_000);
    expect(server.app.server.requestTimeout).toBeGreaterThan(IMAGE_TIMEOUT_MS);
  });

  test('is ended after that time, even if it arrives slowly', async () => {
    const login = await halfLogin();
    const photo = await halfPhoto(await tokenOf('polishOwner'));
    const unknownSession = await halfPhoto('a-token-of-no-session');
    expect(await unknownSession.status()).toBe(401);
    await photo.send('a');
    // Node checks this timeout every two seconds.
    server.app.server.requestTimeout = 100;
    await Promise.all([login.closed, photo.closed, unknownSession.closed]);
    await expect.poll(incompleteLines).toContain('"route":"/api/v1/product/image"');
    expect(server.log.filter((line) => /"level":"(error|warn|fatal)"/.test(line))).toEqual([]);
  });
});

describe('a body that is too long', () => {
  test('is rejected before it arrives if its length is declared', async () => {
    const token = await tokenOf('polishOwner');
    const photo = await halfPhoto(token, { 'content-length': 100_000_000 });
    expect(await photo.status()).toBe(413);
    expect(photo.received()).toContain('"payload_too_large"');
  });

  test.each([
    ['in its file', FILE],
    ['before its parts', 'no part header'],
    ['in a field', '--line\r\ncontent-disposition: form-data; name="uuid"\r\n\r\n'],
  ])(
    'is rejected once it exceeds the limit, without a declared length: %s',
    async (_where, start) => {
      const token = await tokenOf('polishOwner');
      const headers = {
        authorization: `Bearer ${token}`,
        'content-type': FORM,
        'transfer-encoding': 'chunked',
      };
      const connection = await rawConnection(address);
      openConnections.push(connection);
      await connection.send(requestHead(PHOTO, headers) + chunk(start));
      const data = chunk('a'.repeat(100_000));
      for (let sentCount = 0; sentCount < 10_200_000; sentCount += 100_000)
        await connection.send(data);
      expect(await connection.status()).toBe(413);
    },
  );

  const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
});

describe('unfinished bodies', () => {
  test('are limited per network, without affecting others', async () => {
    const from = (ip: string) => ({ 'x-forwarded-for': ip });
    for (let index = 0; index < MAX_UPLOADS_PER_NETWORK; index += 1)
      await halfLogin(from(`2001:db8::${index}`));
    const extraLogin = await halfLogin(from('2001:db8::ffff'));
    expect(await extraLogin.status()).toBe(429);
    expect(extraLogin.received()).toContain('retry-after: 5');
    await extraLogin.closed;
    const other = await halfLogin(from('2001:db8:0:1::1'));
    await other.send('"who@example.com","region":"PL"}'.padEnd(200 - '{"email":'.length));
    expect(await other.status()).toBe(404);
  });

  test('are limited per person, not counting complete ones', async () => {
    const [token, colleague] = [await tokenOf('polishOwner'), await tokenOf('polishStaff')];
    const photos: RawConnection[] = [];
    for (let index = 0; index <= MAX_UPLOADS_PER_PERSON; index += 1)
      photos.push(await halfPhoto(token));
    // The excess photo, which is the last one whose session was found, is rejected.
    expect(await Promise.race(photos.map((photo) => photo.status()))).toBe(429);
    expect(photos.filter((photo) => photo.received() !== '')).toHaveLength(1);
    expect((await halfPhoto(colleague)).received()).toBe('');
    const completedResponses = await Promise.all(
      Array.from({ length: 3 * MAX_UPLOADS_PER_PERSON }, () =>
        fetch(`${address}/api${calls.confirmScans.path}`, {
          method: 'POST',
          headers: { authorization: `Bearer ${colleague}`, 'content-type': 'application/json' },
          body: JSON.stringify({ scans: [] }),
        }),
      ),
    );
    expect(new Set(completedResponses.map(({ status }) => status))).toEqual(new Set([200]));
  });

  test('that are aborted don’t log an error', async () => {
    const token = await tokenOf('polishOwner');
    const photo = await halfPhoto(token);
    const login = await halfLogin();
    photo.destroy();
    login.destroy();
    await expect
      .poll(() => server.log.filter((line) => line.includes('not received completely')))
      .toHaveLength(2);
    expect(server.log.filter((line) => /"level":"(error|warn|fatal)"/.test(line))).toEqual([]);
  });
});
