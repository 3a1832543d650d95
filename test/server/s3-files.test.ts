import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { databaseFiles } from '#server/files/create-file-store.ts';
import { FileStoreUnavailableError, newFileKey } from '#server/files/file-store.ts';
import { createCircuitBreaker, createS3Files } from '#server/files/s3-files.ts';

let fakeServer: Server | null = null;
afterEach(() => {
  fakeServer?.closeAllConnections();
  fakeServer?.close();
});

/** A fake store with these responses; test/server/files-in-s3.test.ts covers a real, working one. */
async function storeWith(respond: RequestListener, pauseMs = 0) {
  fakeServer = createServer(respond).listen(0, '127.0.0.1');
  await once(fakeServer, 'listening');
  const { port } = fakeServer.address() as AddressInfo;
  const keys = { accessKey: 'club', secretKey: 's3cret' };
  const settings = { url: `http://127.0.0.1:${port}/files/`, region: 'eu', ...keys };
  return createS3Files(settings, { timeoutMs: 300, pauseMs });
}
const respondWith =
  (status: number, code: string): RequestListener =>
  (_request, response) =>
    response.writeHead(status).end(`<Error><Code>${code}</Code></Error>`);

describe('a store of files', () => {
  test.each([
    [503, 'SlowDown'],
    [500, 'InternalError'],
    [403, 'SignatureDoesNotMatch'],
    [404, 'NoSuchBucket'],
    [301, 'PermanentRedirect'],
  ])('that returns %i %s is unavailable, with the cause', async (status, code) => {
    const store = await storeWith(respondWith(status, code));
    const failingRead = store.get('photos/1');
    await expect(failingRead).rejects.toBeInstanceOf(FileStoreUnavailableError);
    await expect(failingRead).rejects.toMatchObject({
      cause: { message: `The file store responded with ${status} ${code}` },
    });
    await expect(store.put('photos/1', new Uint8Array(3))).rejects.toThrow('doesn’t respond');
    expect(await store.isReachable()).toBe(false);
  });

  test('that doesn’t respond fails after the timeout', async () => {
    const store = await storeWith(() => undefined);
    await expect(store.get('photos/1')).rejects.toMatchObject({ cause: { name: 'TimeoutError' } });
  });

  test('that stops in the middle of a response is unavailable', async () => {
    const store = await storeWith((_request, response) => {
      response.writeHead(200, { 'content-length': '10' }).write('half');
    });
    await expect(store.get('photos/1')).rejects.toBeInstanceOf(FileStoreUnavailableError);
  });

  test('signs its requests', async () => {
    const requests: unknown[] = [];
    const store = await storeWith((request, response) => {
      const { authorization = '', 'x-amz-content-sha256': hash } = request.headers;
      requests.push([
        request.method,
        request.url,
        hash,
        /Credential=club\/\d+\/eu\/s3/.test(authorization),
      ]);
      request.resume().on('end', () => response.end());
    });
    await store.put('photos/1', Buffer.from('abc'));
    const hash = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
    expect(requests).toEqual([['PUT', '/files/photos/1', hash, true]]);
  });

  test('isn’t used for a while after a failed request', async () => {
    let requests = 0;
    const store = await storeWith((...exchange) => {
      requests += 1;
      respondWith(503, 'SlowDown')(...exchange);
    }, 60_000);
    const all = await Promise.allSettled([store.get('1'), store.remove('2')]);
    expect(all.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    const before = requests;
    await expect(store.get('3')).rejects.toMatchObject({
      cause: { message: 'A recent request failed.' },
    });
    expect([before, requests]).toEqual([2, 2]);
  });

  test('isn’t paused for an error about a single file', async () => {
    const store = await storeWith(respondWith(404, 'NoSuchKey'), 60_000);
    expect(await store.get('1')).toBeNull();
    expect(await store.isReachable()).toBe(true);
  });
});

test('after the pause, a single request probes the store first', async () => {
  let now = 0;
  const callStore = createCircuitBreaker(5000, () => now);
  const fails = () => Promise.reject(new Error('gone'));
  await expect(callStore(fails)).rejects.toThrow('gone');
  now = 5000;
  const probe = Promise.withResolvers<string>();
  const first = callStore(() => probe.promise);
  await expect(callStore(() => Promise.resolve('second'))).rejects.toThrow('doesn’t respond');
  probe.resolve('first');
  expect(await first).toBe('first');
  expect(await callStore(() => Promise.resolve('third'))).toBe('third');
});

test('a key reveals nothing about a person, and is unique', () => {
  const keys = [1, 2].map(() => newFileKey('order_files', 'company', 'uuid'));
  expect(keys[0]).toMatch(/^order-files\/company\/uuid\/[\da-f-]{36}$/);
  expect(keys[0]).not.toBe(keys[1]);
});

test('without a store, stored files are reported as unavailable instead of missing', async () => {
  await expect(databaseFiles.get('photos/1')).rejects.toBeInstanceOf(FileStoreUnavailableError);
  expect(await databaseFiles.put('x', new Uint8Array(1))).toEqual({
    content: new Uint8Array(1),
    stored_as: null,
  });
});
