import { deflateSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import type { Project } from '#schemas/project.ts';
import type { Account } from '#sync/account.ts';
import { type ClubServer, PRODUCT, startClubServer } from './club-server.ts';
import { type Device, scanOf, startDevice, until } from './device.ts';

let server: ClubServer;
let device: Device;
let account: Account;
let project: Project;
beforeAll(async () => {
  server = await startClubServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  project = await server.project('polishOwner');
  device = await startDevice(server, 'polishOwner');
  account = await device.open();
  await until(() => account.status().firstPullDone);
});
afterEach(async () => {
  server.proxy.mend();
  server.proxy.isDown = false;
  await account.erase();
  await device.close();
});

const stateOf = async (id: string) => (await scanOf(account, id))?.state;
async function genericScan(bytes: ArrayBuffer) {
  const imageIdxDB = await account.photos.keep(bytes, 'image/png');
  const generic = { ...PRODUCT, serial_number: null, is_unique: false, manual: false, imageIdxDB };
  const id = await account.scanActs.captureScan(generic);
  await account.scanActs.saveScanToProject([id], project.uuid);
  return { id, imageIdxDB };
}

test('F06: a scan waits for its photo, and both arrive', async () => {
  const { id, imageIdxDB } = await genericScan(png(1));
  await until(async () => (await stateOf(id)) === 'sent');
  const paths = server.proxy.passed.map(({ path }) => path);
  const upload = paths.lastIndexOf(`/api${calls.uploadPhoto.path}`);
  expect(paths.lastIndexOf(`/api${calls.saveScans.path}`)).toBeGreaterThan(upload);
  expect(await scanOf(account, id)).toMatchObject({ flag: 'in_review', image_data: imageIdxDB });
  await until(async () => (await account.photos.read(imageIdxDB)) === null);
});

test('F40: an upload that dies half-way is made again, and the scan waits so long', async () => {
  server.proxy.break(calls.uploadPhoto, { kind: 'cut' }, { times: 2 });
  const before = server.proxy.requestsOf(calls.saveScans).length;
  const { id } = await genericScan(png(2));
  await until(() => account.status().phase === 'waiting');
  expect(server.proxy.requestsOf(calls.saveScans).length).toBe(before);
  const [item] = await new Promise<readonly { waitsFor?: unknown }[]>((resolve) => {
    account.outbox.items$.subscribe((items) => resolve(items as readonly { waitsFor?: unknown }[]));
  });
  expect(item?.waitsFor).toBe('photo');
  await account.sendNow();
  await until(async () => (await stateOf(id)) === 'sent');
});

test('F01: an upload whose answer is lost is stored once', async () => {
  server.proxy.break(calls.uploadPhoto, { kind: 'lose_answer' });
  const { id } = await genericScan(png(3));
  await until(async () => (await stateOf(id)) === 'sent');
});

test('F41: photos go up one at a time', async () => {
  let running = 0;
  let most = 0;
  const counting = (async (input: string, init: RequestInit) => {
    const isUpload = input.endsWith(calls.uploadPhoto.path);
    if (isUpload) most = Math.max(most, (running += 1));
    try {
      return await fetch(input, init);
    } finally {
      if (isUpload) running -= 1;
    }
  }) as typeof fetch;
  await account.erase();
  await device.close();
  device = await startDevice(server, 'polishOwner', { fetch: counting });
  account = await device.open();
  await until(() => account.status().firstPullDone);
  const told = new Set<string | null>();
  const watch = account.status$.subscribe(({ uploading }) => told.add(uploading));
  const scans = await Promise.all([4, 5, 6, 7].map((shade) => genericScan(png(shade))));
  for (const { id } of scans) await until(async () => (await stateOf(id)) === 'sent');
  watch.unsubscribe();
  expect(most).toBe(1);
  // The status names each while it is on its way, and nothing afterwards.
  expect(told).toEqual(new Set([null, ...scans.map(({ imageIdxDB }) => imageIdxDB)]));
  expect(account.status().uploading).toBeNull();
});

test('a picture that the server refuses refuses its scan with the reason, and can be replaced', async () => {
  const { id } = await genericScan(new TextEncoder().encode('no picture at all').buffer);
  await until(async () => (await stateOf(id)) === 'refused');
  expect((await scanOf(account, id))?.refusal?.code).toBe('unsupported_media');
  const imageIdxDB = await account.photos.keep(png(8), 'image/png');
  await account.scanActs.mendScan(id, { imageIdxDB });
  await until(async () => (await stateOf(id)) === 'sent');
});

test('a photo that never came to a scan is given up after a day, one that waits is kept', async () => {
  server.proxy.isDown = true;
  const stray = await account.photos.keep(png(9), 'image/png');
  const { imageIdxDB } = await genericScan(png(10));
  // Node's own fetch stumbles over a form that is broken off while it is read.
  const isBetweenTries = () => until(() => account.status().phase === 'waiting');
  await isBetweenTries();
  await account.close();
  account = await device.open();
  expect(await account.photos.read(stray)).not.toBeNull();
  await isBetweenTries();
  await account.close();
  account = await device.open({ clock: () => Date.now() + 25 * 3_600_000 });
  await until(async () => (await account.photos.read(stray)) === null);
  expect(await account.photos.read(imageIdxDB)).not.toBeNull();
});

/** A picture of one pixel in a shade of grey. */
function png(shade: number): ArrayBuffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const framed = Buffer.alloc(body.length + 8);
    framed.writeUInt32BE(data.length, 0);
    body.copy(framed, 4);
    framed.writeUInt32BE(crc32(body), body.length + 4);
    return framed;
  };
  const header = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0]);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const file = Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.from([0, shade]))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
  return new Uint8Array(file).buffer;
}

function crc32(bytes: Buffer): number {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return ~crc >>> 0;
}
