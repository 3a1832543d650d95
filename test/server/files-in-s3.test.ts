import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { hasS3Server, type S3Server, startS3Server } from '#test/setup/s3-server.ts';
import { jpeg } from './jpeg-bytes.ts';
import { uploadOf } from './photo-upload.ts';
import { type Rooms, startRooms } from './room-setup.ts';
import { accounts, type AccountKey } from './test-accounts.ts';

const LONG_MS = 120_000;
const isPossible = hasS3Server();
const svg = '<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"></svg>';

let store: S3Server;
let rooms: Rooms;
beforeAll(async () => {
  if (!isPossible) return;
  store = await startS3Server();
  rooms = await startRooms(store.variables);
}, LONG_MS);
afterAll(async () => {
  if (!isPossible) return;
  await rooms.close();
  await store.dispose();
}, LONG_MS);

type Kind = 'photo' | 'order';
const get = async (kind: Kind, uuid: string, as: AccountKey = 'polishOwner') =>
  rooms.app.inject({
    url: `/files/${kind}/${uuid}`,
    headers: { authorization: `Bearer ${await rooms.tokenOf(as)}` },
  });
const upload = async (body: ReturnType<typeof uploadOf>, as: AccountKey = 'polishOwner') =>
  rooms.call(calls.uploadPhoto, { body }, await rooms.tokenOf(as));
const photoOf = (width: number) => uploadOf(jpeg(width, 30), 'image/jpeg');
const logo = () => {
  const bytes = new Uint8Array(Buffer.from(svg));
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return {
    fields: { uuid: randomUUID(), sha256, name: 'logo.svg' },
    bytes,
    mediaType: 'image/svg+xml',
  };
};
const uploadLogo = async (body: ReturnType<typeof logo>) =>
  rooms.call(calls.uploadOrderFile, { body }, await rooms.tokenOf('polishOwner'));
const rowOf = (table: 'photos' | 'order_files', uuid: string) =>
  rooms.db
    .selectFrom(table)
    .select(['content', 'stored_as'])
    .where('uuid', '=', uuid)
    .executeTakeFirstOrThrow();
const below = (table: 'photos' | 'order-files', uuid: string) =>
  store.count(`${table}/${accounts.polishOwner.companyId}/${uuid}/`);

describe.runIf(isPossible)('with the store of FILES_URL', { timeout: LONG_MS }, () => {
  test('a photo is kept there and shown to its company alone', async () => {
    const photo = photoOf(40);
    const { uuid } = photo.fields;
    expect((await upload(photo)).status).toBe(201);
    expect(await rowOf('photos', uuid)).toMatchObject({ content: null });
    expect(await below('photos', uuid)).toBe(1);
    const shown = await get('photo', uuid, 'polishStaff');
    expect(shown.rawPayload).toEqual(jpeg(40, 30));
    expect(shown.headers['content-type']).toBe('image/jpeg');
    expect((await get('photo', uuid, 'czechOwner')).statusCode).toBe(404);
  });

  test('the same photo, sent several times at once, is kept once (F40)', async () => {
    const photo = photoOf(41);
    const answers = await Promise.all(Array.from({ length: 5 }, () => upload(photo)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
    expect(await below('photos', photo.fields.uuid)).toBe(1);
    const other = uploadOf(jpeg(42, 30), 'image/jpeg', photo.fields.uuid);
    expect((await upload(other)).code).toBe('key_reused');
    expect((await get('photo', photo.fields.uuid)).rawPayload).toEqual(jpeg(41, 30));
  });

  test('so is a file for an order', async () => {
    const file = logo();
    const sent = await Promise.all([uploadLogo(file), uploadLogo(file)]);
    expect(sent.map(({ status }) => status)).toEqual([201, 201]);
    expect(await rowOf('order_files', file.fields.uuid)).toMatchObject({ content: null });
    expect(await below('order-files', file.fields.uuid)).toBe(1);
    expect((await get('order', file.fields.uuid)).body).toBe(svg);
    expect((await get('order', file.fields.uuid, 'czechOwner')).statusCode).toBe(404);
  });
});

describe.runIf(isPossible)('what is in that store', { timeout: LONG_MS }, () => {
  test('is shown where it is a profile’s picture, and is gone with its row', async () => {
    const token = await rooms.tokenOf('polishStaff');
    const params = { id: accounts.polishStaff.id };
    const photo = photoOf(43);
    await rooms.call(calls.uploadAvatar, { params, body: photo }, token);
    const { result } = await rooms.call(calls.avatar, { params }, token);
    expect(Buffer.from(result.content, 'base64')).toEqual(jpeg(43, 30));
    expect(await below('photos', photo.fields.uuid)).toBe(1);
    await rooms.call(calls.removeAvatar, { params }, token);
    expect(await below('photos', photo.fields.uuid)).toBe(0);
  });

  test('is not found once the store has lost it, and the log says so', async () => {
    const photo = photoOf(44);
    await upload(photo);
    const { stored_as } = await rowOf('photos', photo.fields.uuid);
    await rooms.services.files.remove(stored_as ?? '');
    expect((await get('photo', photo.fields.uuid)).statusCode).toBe(404);
    expect(rooms.log.join('')).toContain('a file is not in the store of files');
  });

  test('is had by nobody while it is gone, and by everybody once it is back', async () => {
    const kept = photoOf(46);
    await upload(kept);
    const ready = () => rooms.app.inject('/ready').then((answer) => answer.json() as unknown);
    expect(await ready()).toEqual({ status: 'ready' });
    await store.stop();
    const photo = photoOf(47);
    const refused = await upload(photo);
    expect(refused).toMatchObject({ status: 503, code: 'unavailable' });
    expect(refused.headers['retry-after']).toBe('5');
    const unread = await get('photo', kept.fields.uuid);
    expect([unread.statusCode, unread.headers['retry-after']]).toEqual([503, '5']);
    expect(await ready()).toEqual({ status: 'ready', degraded: ['files'] });
    const { email } = accounts.polishOwner;
    expect(rooms.log.join('')).not.toMatch(new RegExp(`of-the-store-of-a-test|${email}`));

    await store.start();
    await expect
      .poll(async () => (await upload(photo)).status, { timeout: LONG_MS, interval: 500 })
      .toBe(201);
    expect((await get('photo', photo.fields.uuid)).rawPayload).toEqual(jpeg(47, 30));
    expect((await get('photo', kept.fields.uuid)).statusCode).toBe(200);
    expect(await ready()).toEqual({ status: 'ready' });
  });
});
