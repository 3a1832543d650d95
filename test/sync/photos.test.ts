import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { IDBObjectStore } from 'fake-indexeddb';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { HOUR_MS } from '#schemas/durations.ts';
import type { QueueRecord } from '#sync/retry/retry-scheduler.ts';
import { listAccountDatabases } from '#sync/store/device-databases.ts';
import { PRODUCT } from './club-server.ts';
import { greyPng } from './grey-png.ts';
import { scanOf, waitUntil } from './device.ts';
import { account, replaceDevice, reopen, project, server, withOwnDevice } from './own-device.ts';

withOwnDevice();

const stateOf = async (id: string) => (await scanOf(account, id))?.state;
async function captureGenericScan(bytes: ArrayBuffer) {
  const imageIdxDB = await account.photos.save(bytes, 'image/png');
  const generic = { ...PRODUCT, serial_number: null, is_unique: false, manual: false, imageIdxDB };
  const id = await account.scanCommands.captureScan(generic);
  await account.scanCommands.saveScanToProject([id], project.uuid);
  return { id, imageIdxDB };
}

test('F06: a scan waits for its photo, and both arrive', async () => {
  const { id, imageIdxDB } = await captureGenericScan(greyPng(1));
  await waitUntil(async () => (await stateOf(id)) === 'sent');
  const paths = server.proxy.requests.map(({ path }) => path);
  const upload = paths.lastIndexOf(`/api${calls.uploadPhoto.path}`);
  expect(paths.lastIndexOf(`/api${calls.sendScans.path}`)).toBeGreaterThan(upload);
  expect(await scanOf(account, id)).toMatchObject({ flag: 'in_review', image_data: imageIdxDB });
  await waitUntil(async () => (await account.photos.read(imageIdxDB)) === null);
});

test('F40: an interrupted upload is repeated, and the scan waits for it', async () => {
  server.proxy.addFault(calls.uploadPhoto, { kind: 'cut' }, { times: 2 });
  const before = server.proxy.requestsOf(calls.sendScans).length;
  const { id } = await captureGenericScan(greyPng(2));
  await waitUntil(() => account.status().phase === 'waiting');
  expect(server.proxy.requestsOf(calls.sendScans).length).toBe(before);
  expect(await scanOf(account, id)).toMatchObject({ state: 'waiting', imageSent: false });
  await account.syncNow();
  await waitUntil(async () => (await stateOf(id)) === 'sent');
});

describe('F07: a proxy that rejects large photos', () => {
  const isLarge = (body: string) => body.length > 700;
  /** Each photo can be shrunk once. */
  const reducePhoto = vi.fn(() =>
    Promise.resolve<{ bytes: ArrayBuffer; mime: string } | null>(null),
  );
  beforeEach(async () => {
    reducePhoto.mockReset();
    await account.close();
    await reopen({ reducePhoto });
    const tooLarge = { kind: 'too_large_for_proxy' } as const;
    server.proxy.addFault(calls.uploadPhoto, tooLarge, { times: 999, matches: isLarge });
  });
  const largePng = () => {
    const png = new Uint8Array(greyPng(4));
    const largeBytes = new Uint8Array(png.length + 800);
    largeBytes.set(png);
    return largeBytes.buffer;
  };

  test('receives a smaller photo', async () => {
    reducePhoto.mockResolvedValueOnce({ bytes: greyPng(4), mime: 'image/png' });
    const { id, imageIdxDB } = await captureGenericScan(largePng());
    await waitUntil(async () => (await stateOf(id)) === 'sent');
    expect(await scanOf(account, id)).toMatchObject({ image_data: imageIdxDB, refusal: null });
    expect(reducePhoto).toHaveBeenCalledTimes(1);
  });

  test('F16, F18: blocks a photo that can’t be made smaller; the photo waits with that reason, and is sent on another network', async () => {
    const { id } = await captureGenericScan(largePng());
    const isPhotoQueue = ({ key }: QueueRecord) => key.kind === 'photos';
    const reason = () => account.status().queues.find(isPhotoQueue)?.lastError;
    await waitUntil(() => reason() === 'too_large_for_network');
    expect(await scanOf(account, id)).toMatchObject({ state: 'waiting', refusal: null });
    server.proxy.clearFaults();
    void account.syncNow();
    await waitUntil(async () => (await stateOf(id)) === 'sent');
  });

  test('F18: blocks only one photo, and the others are sent first', async () => {
    const { id } = await captureGenericScan(largePng());
    const other = await captureGenericScan(greyPng(7));
    await waitUntil(async () => (await stateOf(other.id)) === 'sent');
    expect(await stateOf(id)).toBe('waiting');
  });

  test('leaves a photo waiting if no page can make it smaller', async () => {
    await account.close();
    await reopen();
    const before = server.proxy.requestsOf(calls.uploadPhoto).length;
    const { id } = await captureGenericScan(largePng());
    await waitUntil(() => server.proxy.requestsOf(calls.uploadPhoto).length > before);
    await waitUntil(() => account.status().phase === 'waiting');
    expect(await scanOf(account, id)).toMatchObject({ state: 'waiting', refusal: null });
  });
});

test('F01: an upload whose response is lost is stored once', async () => {
  server.proxy.addFault(calls.uploadPhoto, { kind: 'lose_response' });
  const { id } = await captureGenericScan(greyPng(3));
  await waitUntil(async () => (await stateOf(id)) === 'sent');
});

test('F17: a photo on which the server fails is sent after the others, and isn’t rejected', async () => {
  server.proxy.isDown = true;
  const [failing, ...others] = await Promise.all(
    [11, 12, 13].map((shade) => captureGenericScan(greyPng(shade))),
  );
  const isFailingBody = (body: string) => body.includes(failing?.imageIdxDB ?? '');
  const uploadAttempts = () =>
    server.proxy.requestsOf(calls.uploadPhoto).filter(({ body }) => isFailingBody(body)).length;
  const internal = { kind: 'refuse', code: 'internal' } as const;
  server.proxy.addFault(calls.uploadPhoto, internal, { times: 999, matches: isFailingBody });
  server.proxy.isDown = false;
  await waitUntil(async () => {
    await account.syncNow();
    return uploadAttempts() > 4;
  });
  for (const { id } of others) await waitUntil(async () => (await stateOf(id)) === 'sent');
  expect(await scanOf(account, failing?.id ?? '')).toMatchObject({
    state: 'waiting',
    refusal: null,
  });
  server.proxy.clearFaults();
  await account.syncNow();
  await waitUntil(async () => (await stateOf(failing?.id ?? '')) === 'sent');
});

test('F41: photos are uploaded one at a time', async () => {
  let running = 0;
  let maxConcurrent = 0;
  const countingFetch = (async (input: string, init: RequestInit) => {
    const isUpload = input.endsWith(calls.uploadPhoto.path);
    if (isUpload) maxConcurrent = Math.max(maxConcurrent, (running += 1));
    try {
      return await fetch(input, init);
    } finally {
      if (isUpload) running -= 1;
    }
  }) as typeof fetch;
  await replaceDevice({ fetch: countingFetch });
  const positions = new Map<string, string>();
  const watch = account.status$.subscribe(({ uploading }) => {
    if (uploading) positions.set(uploading.id, `${uploading.position} of ${uploading.total}`);
  });
  const scans = await Promise.all([4, 5, 6, 7].map((shade) => captureGenericScan(greyPng(shade))));
  for (const { id } of scans) await waitUntil(async () => (await stateOf(id)) === 'sent');
  watch.unsubscribe();
  expect(maxConcurrent).toBe(1);
  // The status shows the photo that is being uploaded and its position, and in the end no photo.
  expect(new Set(positions.keys())).toEqual(new Set(scans.map(({ imageIdxDB }) => imageIdxDB)));
  expect([...positions.values()].at(-1)).toMatch(/^(\d) of \1$/);
  expect(account.status().uploading).toBeNull();
});

test('a photo that the server rejects also rejects its scan with the reason, and can be replaced', async () => {
  const { id } = await captureGenericScan(new TextEncoder().encode('no picture at all').buffer);
  await waitUntil(async () => (await stateOf(id)) === 'refused');
  expect((await scanOf(account, id))?.refusal?.code).toBe('unsupported_media');
  const imageIdxDB = await account.photos.save(greyPng(8), 'image/png');
  await account.scanCommands.editScan(id, { imageIdxDB });
  await waitUntil(async () => (await stateOf(id)) === 'sent');
});

describe('F25: a photo that the browser has lost rejects its scan, so that the person takes it again', () => {
  beforeEach(() => void (server.proxy.isDown = true));
  /** A scan whose upload has failed once and isn't running. */
  const captureWaitingScan = async (shade: number) => {
    const scan = await captureGenericScan(greyPng(shade));
    await waitUntil(() => account.status().phase === 'waiting');
    return scan;
  };
  const expectPhotoLost = async (id: string) => {
    server.proxy.isDown = false;
    await account.syncNow();
    await waitUntil(async () => (await stateOf(id)) === 'refused');
    expect((await scanOf(account, id))?.refusal?.code).toBe('photo_lost');
    const uploads = server.proxy.requestsOf(calls.uploadPhoto).length;
    const imageIdxDB = await account.photos.save(greyPng(11), 'image/png');
    await account.scanCommands.editScan(id, { imageIdxDB });
    await waitUntil(async () => (await stateOf(id)) === 'sent');
    expect(server.proxy.requestsOf(calls.uploadPhoto)).toHaveLength(uploads + 1);
  };

  test('if its bytes differ', async () => {
    const { id, imageIdxDB } = await captureWaitingScan(12);
    await changePhoto(imageIdxDB, (row) => ({ ...row, bytes: greyPng(13) }));
    await expectPhotoLost(id);
  });

  test('if it no longer exists', async () => {
    const { id, imageIdxDB } = await captureWaitingScan(14);
    await account.photos.discard(imageIdxDB);
    await expectPhotoLost(id);
  });

  test('if it can’t be read', async () => {
    const { id, imageIdxDB } = await captureWaitingScan(15);
    const get = IDBObjectStore.prototype.get;
    vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(function (
      this: IDBObjectStore,
      key,
    ) {
      if (key === imageIdxDB) throw new DOMException('The blob is gone', 'NotReadableError');
      return get.call(this, key);
    });
    await expectPhotoLost(id);
  });
});

test('a photo that never got a scan is deleted after a day, and one that a waiting scan needs is kept', async () => {
  server.proxy.isDown = true;
  const unusedPhoto = await account.photos.save(greyPng(9), 'image/png');
  const { imageIdxDB } = await captureGenericScan(greyPng(10));
  // Node's fetch fails if a form is aborted while it is being read.
  const waitUntilBetweenTries = () => waitUntil(() => account.status().phase === 'waiting');
  await waitUntilBetweenTries();
  await account.close();
  await reopen();
  expect(await account.photos.read(unusedPhoto)).not.toBeNull();
  await waitUntilBetweenTries();
  await account.close();
  await reopen({ clock: () => Date.now() + 25 * HOUR_MS });
  await waitUntil(async () => (await account.photos.read(unusedPhoto)) === null);
  expect(await account.photos.read(imageIdxDB)).not.toBeNull();
});

/** Corrupts a saved photo. */
async function changePhoto(id: string, change: (row: { bytes: ArrayBuffer }) => object) {
  const [name = ''] = (await listAccountDatabases(account.identity.user_id)).filter((database) =>
    database.endsWith('-photos'),
  );
  const database = await new Dexie(name).open();
  const table = database.table<{ bytes: ArrayBuffer }, string>('photos');
  const row = await table.get(id);
  if (row) await table.put(change(row) as typeof row);
  database.close();
}
