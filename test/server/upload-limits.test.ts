import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import {
  STALL_MS,
  MAX_UPLOADS_PER_NETWORK,
  MAX_UPLOADS_PER_PERSON,
} from '#server/http/overload/upload-limits.ts';
import { requestHead, rawConnection, type RawConnection } from './raw-connection.ts';
import { startTestApp, type TestApp } from './test-app.ts';

const LOGIN = `POST /api${calls.login.path}`;
const PHOTO = `POST /api${calls.uploadPhoto.path}`;
const FORM = 'multipart/form-data; boundary=line';
const FILE =
  '--line\r\ncontent-disposition: form-data; name="image"; filename="a"\r\ncontent-type: image/png\r\n\r\n';

let server: TestApp;
let address: string;
let later = 0;
const open: RawConnection[] = [];
beforeEach(async () => {
  later = 0;
  const now = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => now() + later);
  server = await startTestApp({ variables: { RATE_LIMIT_FACTOR: '100', TRUST_PROXY: '1' } });
  address = await server.app.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(async () => {
  for (const connection of open.splice(0)) connection.break();
  await server.close();
});

/** Starts a request with a partial body. @returns once the server has read it */
async function begin(request: string, headers: Record<string, string | number>, body: string) {
  const connection = await rawConnection(address);
  open.push(connection);
  const json = { 'content-type': 'application/json', 'content-length': 200 };
  await connection.send(requestHead(request, { ...json, ...headers }) + body);
  // A response on another connection shows that the server has read this one too.
  await fetch(`${address}/health`);
  return connection;
}

const halfLogin = (headers = {}) => begin(LOGIN, headers, '{"email":');
const halfPhoto = (token: string, headers: Record<string, string | number> = {}) =>
  begin(
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
const cuts = () => server.log.filter((line) => line.includes('not received whole')).join('');

describe('a body that doesn’t arrive (security 23, F50)', () => {
  test('is cut off after a while without data', async () => {
    const login = await halfLogin();
    const photo = await halfPhoto(await tokenOf('polishOwner'));
    later += STALL_MS + 1_000;
    await Promise.all([login.closed, photo.closed]);
    expect(cuts()).toContain('"route":"/api/v1/product/image","why":"stalled"');
  });

  test('is cut off if it trickles in', async () => {
    const photo = await halfPhoto(await tokenOf('polishOwner'));
    later += STALL_MS + 5_000;
    await photo.send('a');
    await photo.closed;
    expect(cuts()).toContain('"why":"too slow"');
  });

  test('can take any time while it gets a few kilobytes per second', async () => {
    const photo = await halfPhoto(await tokenOf('polishOwner'));
    for (let sent = FILE.length; sent < 900_000; sent += 90_000) {
      // Once the witness is cut off, the others have been checked as well.
      const witness = await halfLogin();
      later += STALL_MS / 2;
      await photo.send(Buffer.alloc(Math.min(90_000, 900_000 - sent)));
      later += STALL_MS / 2 + 1_000;
      await witness.closed;
    }
    // The file is invalid, but it was validated, five minutes after the upload started.
    expect(await photo.status()).toBe(400);
  }, 60_000);

  test('is cut off when its session ends, and others are not', async () => {
    const token = await tokenOf('polishOwner');
    const photo = await halfPhoto(token);
    const other = await halfPhoto(await tokenOf('polishStaff'));
    const read = () => server.log.filter((line) => line.includes('starting multipart parsing'));
    await expect.poll(read).toHaveLength(2);
    await server.call(calls.logout, {}, token);
    await photo.closed;
    expect(cuts()).toContain('"why":"session ended"');
    expect(other.said()).toBe('');
  });

  test('is cut off a while after an early response', async () => {
    const stranger = await halfPhoto('a-token-that-nobody-has');
    expect(await stranger.status()).toBe(401);
    later += 11_000;
    await stranger.closed;
    expect(cuts()).toContain('"why":"answered"');
  });
});

describe('a body that is too long', () => {
  test('is rejected before it arrives if its length is declared', async () => {
    const token = await tokenOf('polishOwner');
    const photo = await halfPhoto(token, { 'content-length': 100_000_000 });
    expect(await photo.status()).toBe(413);
    expect(photo.said()).toContain('"payload_too_large"');
  });

  test.each([
    ['in its file', FILE],
    ['before its parts', 'nothing of it'],
    ['in a field', '--line\r\ncontent-disposition: form-data; name="uuid"\r\n\r\n'],
  ])(
    'is rejected once it exceeds the limit, without a declared length: %s',
    async (_where, begun) => {
      const token = await tokenOf('polishOwner');
      const headers = {
        authorization: `Bearer ${token}`,
        'content-type': FORM,
        'transfer-encoding': 'chunked',
      };
      const connection = await rawConnection(address);
      open.push(connection);
      await connection.send(requestHead(PHOTO, headers) + chunk(begun));
      const piece = chunk('a'.repeat(100_000));
      for (let sent = 0; sent < 10_200_000; sent += 100_000) await connection.send(piece);
      expect(await connection.status()).toBe(413);
    },
  );

  const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
});

describe('unfinished bodies', () => {
  test('are limited per network, without affecting others', async () => {
    const from = (ip: string) => ({ 'x-forwarded-for': ip });
    for (let n = 0; n < MAX_UPLOADS_PER_NETWORK; n += 1) await halfLogin(from(`2001:db8::${n}`));
    const more = await halfLogin(from('2001:db8::ffff'));
    expect(await more.status()).toBe(429);
    expect(more.said()).toContain('retry-after: 5');
    await more.closed;
    const other = await halfLogin(from('2001:db8:0:1::1'));
    await other.send('"who@example.com","region":"PL"}'.padEnd(200 - '{"email":'.length));
    expect(await other.status()).toBe(404);
  });

  test('are limited per person, not counting complete ones', async () => {
    const [token, colleague] = [await tokenOf('polishOwner'), await tokenOf('polishStaff')];
    const photos: RawConnection[] = [];
    for (let n = 0; n <= MAX_UPLOADS_PER_PERSON; n += 1) photos.push(await halfPhoto(token));
    // The last one whose session was found.
    expect(await Promise.race(photos.map((photo) => photo.status()))).toBe(429);
    expect(photos.filter((photo) => photo.said() !== '')).toHaveLength(1);
    expect((await halfPhoto(colleague)).said()).toBe('');
    const whole = await Promise.all(
      Array.from({ length: 3 * MAX_UPLOADS_PER_PERSON }, () =>
        fetch(`${address}/api${calls.confirmScans.path}`, {
          method: 'POST',
          headers: { authorization: `Bearer ${colleague}`, 'content-type': 'application/json' },
          body: JSON.stringify({ scans: [] }),
        }),
      ),
    );
    expect(new Set(whole.map(({ status }) => status))).toEqual(new Set([200]));
  });

  test('that are aborted don’t log an error', async () => {
    const token = await tokenOf('polishOwner');
    const photo = await halfPhoto(token);
    const login = await halfLogin();
    photo.break();
    login.break();
    await expect
      .poll(() => server.log.filter((line) => line.includes('"why":"broken off"')))
      .toHaveLength(2);
    expect(server.log.filter((line) => /"level":"(error|warn|fatal)"/.test(line))).toEqual([]);
  });
});
