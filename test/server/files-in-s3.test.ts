import { spawnSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { MINUTE_MS } from '#schemas/durations.ts';
import { openDatabase, transact } from '#server/db/database.ts';
import { migrate } from '#server/db/migrate.ts';
import { FileStoreUnavailableError } from '#server/files/file-store.ts';
import { moveFiles } from '#server/files/move-files.ts';
import {
  markReferenced,
  storeContent,
  deleteUnreferencedFiles,
} from '#server/files/unreferenced-files.ts';
import { freePort } from '#test/setup/free-port.ts';
import { hasS3Server, type S3Server, startS3Server } from '#test/setup/s3-server.ts';
import { root } from '#test/setup/source-tree.ts';
import { testDatabase } from '#test/setup/test-database.ts';
import { jpeg } from './jpeg-bytes.ts';
import { uploadOf } from './photo-upload.ts';
import { type ScanServer, startScanServer } from './scan-setup.ts';
import { accounts, type AccountKey, seedAccounts } from './test-accounts.ts';

const LONG_MS = 120_000;
const isPossible = hasS3Server();
const svg = '<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"></svg>';

let store: S3Server;
let server: ScanServer;
beforeAll(async () => {
  if (!isPossible) return;
  store = await startS3Server();
  server = await startScanServer(store.variables);
}, LONG_MS);
afterAll(async () => {
  if (!isPossible) return;
  await server.close();
  await store.dispose();
}, LONG_MS);

type Kind = 'photo' | 'order';
const get = async (kind: Kind, uuid: string, account: AccountKey = 'polishOwner') =>
  server.app.inject({
    url: `/files/${kind}/${uuid}`,
    headers: { authorization: `Bearer ${await server.tokenOf(account)}` },
  });
const upload = async (body: ReturnType<typeof uploadOf>, account: AccountKey = 'polishOwner') =>
  server.call(calls.uploadPhoto, { body }, await server.tokenOf(account));
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
  server.call(calls.uploadOrderFile, { body }, await server.tokenOf('polishOwner'));
const rowOf = (table: 'photos' | 'order_files', uuid: string) =>
  server.db
    .selectFrom(table)
    .select(['content', 'stored_as'])
    .where('uuid', '=', uuid)
    .executeTakeFirstOrThrow();
const storedUnder = (table: 'photos' | 'order-files', uuid: string) =>
  store.count(`${table}/${accounts.polishOwner.companyId}/${uuid}/`);

/** Returns the services with a clock that is this many minutes ahead. */
const minutesLater = (minutes: number) => ({
  ...server.services,
  clock: { now: () => server.clock.now() + minutes * MINUTE_MS },
});

/** Keys of stored files that no row references yet, as recorded in the database. */
const listUnreferencedKeys = async () => {
  const rows = await server.db.selectFrom('unnamed_files').select('key').execute();
  return rows.map(({ key }) => key);
};

/** Row of a photo stored without FILES_URL, with its content in the database. */
const rowInDatabase = (uuid: string, width: number) => ({
  uuid,
  company_id: accounts.polishOwner.companyId,
  sha256: '',
  bytes: 100,
  media_type: 'image/jpeg',
  content: jpeg(width, 30),
  created_at: new Date(),
});

describe.runIf(isPossible)('with the file store of FILES_URL', { timeout: LONG_MS }, () => {
  test('a photo is stored there and shown only to its company', async () => {
    const photo = photoOf(40);
    const { uuid } = photo.fields;
    expect((await upload(photo)).status).toBe(201);
    expect(await rowOf('photos', uuid)).toMatchObject({ content: null });
    expect(await storedUnder('photos', uuid)).toBe(1);
    const fetchResponse = await get('photo', uuid, 'polishStaff');
    expect(fetchResponse.rawPayload).toEqual(jpeg(40, 30));
    expect(fetchResponse.headers['content-type']).toBe('image/jpeg');
    expect((await get('photo', uuid, 'czechOwner')).statusCode).toBe(404);
  });

  test('the same photo sent several times concurrently is stored once (F40)', async () => {
    const photo = photoOf(41);
    const responses = await Promise.all(Array.from({ length: 5 }, () => upload(photo)));
    expect(responses.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
    expect(await storedUnder('photos', photo.fields.uuid)).toBe(1);
    const other = uploadOf(jpeg(42, 30), 'image/jpeg', photo.fields.uuid);
    expect((await upload(other)).code).toBe('key_reused');
    expect((await get('photo', photo.fields.uuid)).rawPayload).toEqual(jpeg(41, 30));
  });

  test('a file for an order is stored once, too', async () => {
    const file = logo();
    const uploads = await Promise.all([uploadLogo(file), uploadLogo(file)]);
    expect(uploads.map(({ status }) => status)).toEqual([201, 201]);
    expect(await rowOf('order_files', file.fields.uuid)).toMatchObject({ content: null });
    expect(await storedUnder('order-files', file.fields.uuid)).toBe(1);
    expect((await get('order', file.fields.uuid)).body).toBe(svg);
    expect((await get('order', file.fields.uuid, 'czechOwner')).statusCode).toBe(404);
  });
});

describe.runIf(isPossible)('a file in the store', { timeout: LONG_MS }, () => {
  test('is shown if it is a profile picture, and is deleted with its row', async () => {
    const token = await server.tokenOf('polishStaff');
    const params = { id: accounts.polishStaff.id };
    const photo = photoOf(43);
    await server.call(calls.uploadAvatar, { params, body: photo }, token);
    const { result } = await server.call(calls.getAvatar, { params }, token);
    expect(Buffer.from(result.content, 'base64')).toEqual(jpeg(43, 30));
    expect(await storedUnder('photos', photo.fields.uuid)).toBe(1);
    await server.call(calls.deleteAvatar, { params }, token);
    expect(await storedUnder('photos', photo.fields.uuid)).toBe(0);
  });

  test('isn’t found if the store has lost it, and the loss is logged', async () => {
    const photo = photoOf(44);
    await upload(photo);
    const { stored_as } = await rowOf('photos', photo.fields.uuid);
    await server.services.files.remove(stored_as ?? '');
    expect((await get('photo', photo.fields.uuid)).statusCode).toBe(404);
    expect(server.log.join('')).toContain('a file is missing from the file store');
  });

  test('replaces the file’s copy in the database once, and the file remains readable at all times', async () => {
    const photo = photoOf(45);
    const { uuid } = photo.fields;
    const file = logo();
    await server.db.insertInto('photos').values(rowInDatabase(uuid, 45)).execute();
    await server.db
      .insertInto('order_files')
      .values({ ...rowInDatabase(file.fields.uuid, 45), name: 'logo.svg', content: file.bytes })
      .execute();
    const areReadable = async () => {
      expect((await get('photo', uuid)).rawPayload).toEqual(jpeg(45, 30));
      expect((await get('order', file.fields.uuid)).body).toBe(svg);
    };
    await areReadable();
    const { services } = server;
    const moves = await Promise.all([1, 2, 3].map(() => moveFiles(services, 'photos')));
    expect(moves.reduce((sum, movedCount) => sum + movedCount, 0)).toBe(1);
    expect(await moveFiles(services, 'order_files')).toBe(1);
    expect(await moveFiles(services, 'order_files')).toBe(0);
    expect(await storedUnder('photos', uuid)).toBe(1);
    expect(await rowOf('photos', uuid)).toMatchObject({ content: null });
    await areReadable();
  });
});

describe.runIf(isPossible)('the file store', { timeout: LONG_MS }, () => {
  test('deletes an unreferenced file after an hour, and then rejects a late reference to the file', async () => {
    const uuid = randomUUID();
    const owner = { table: 'photos', companyId: accounts.polishOwner.companyId, uuid } as const;
    const content = await storeContent(owner, jpeg(48, 30), server.services);
    expect(await listUnreferencedKeys()).toEqual([content.stored_as]);
    expect(await deleteUnreferencedFiles(minutesLater(59))).toBe(0);
    expect(await storedUnder('photos', uuid)).toBe(1);
    expect(await deleteUnreferencedFiles(minutesLater(61))).toBe(1);
    expect(await storedUnder('photos', uuid)).toBe(0);
    expect(await listUnreferencedKeys()).toEqual([]);
    const lateReference = transact(server.db, (trx) => markReferenced(content, trx));
    await expect(lateReference).rejects.toThrow(FileStoreUnavailableError);
  });

  test('makes files unavailable while it is unreachable', async () => {
    const savedPhoto = photoOf(46);
    await upload(savedPhoto);
    const ready = () =>
      server.app.inject('/ready').then((response) => {
        // These accounts have no shop.
        const { missing: _missing, ...state } = response.json<Record<string, unknown>>();
        return state;
      });
    expect(await ready()).toEqual({ status: 'ready' });
    const picture = photoOf(49);
    const token = await server.tokenOf('polishStaff');
    const params = { id: accounts.polishStaff.id };
    await server.call(calls.uploadAvatar, { params, body: picture }, token);
    await store.stop();
    expect((await server.call(calls.deleteAvatar, { params }, token)).status).toBe(200);
    expect(await listUnreferencedKeys()).toHaveLength(1);
    const photo = photoOf(47);
    const rejectedResponse = await upload(photo);
    expect(rejectedResponse).toMatchObject({ status: 503, code: 'unavailable' });
    expect(rejectedResponse.headers['retry-after']).toBe('5');
    const unreadResponse = await get('photo', savedPhoto.fields.uuid);
    expect([unreadResponse.statusCode, unreadResponse.headers['retry-after']]).toEqual([503, '5']);
    expect(await ready()).toEqual({ status: 'ready', degraded: ['files'] });
    const { email } = accounts.polishOwner;
    expect(server.log.join('')).not.toMatch(new RegExp(`of-the-store-of-a-test|${email}`));

    await store.start();
    await expect
      .poll(async () => (await upload(photo)).status, { timeout: LONG_MS, interval: 500 })
      .toBe(201);
    expect((await get('photo', photo.fields.uuid)).rawPayload).toEqual(jpeg(47, 30));
    expect((await get('photo', savedPhoto.fields.uuid)).statusCode).toBe(200);
    expect(await ready()).toEqual({ status: 'ready' });
    // Deletes the image whose removal had failed, and later the uploads that got no response.
    await deleteUnreferencedFiles(server.services);
    expect(await storedUnder('photos', picture.fields.uuid)).toBe(0);
    await deleteUnreferencedFiles(minutesLater(61));
    expect(await listUnreferencedKeys()).toEqual([]);
    expect(await storedUnder('photos', photo.fields.uuid)).toBe(1);
    expect((await get('photo', savedPhoto.fields.uuid)).statusCode).toBe(200);
  });
});

describe.runIf(isPossible)('node server/move-files.ts', { timeout: LONG_MS }, () => {
  const directory = mkdtempSync(join(tmpdir(), 'club-moved-'));
  afterAll(() => rmSync(directory, { recursive: true }));

  test('moves all files, and can be run repeatedly', async () => {
    const database = await testDatabase();
    const openAgain = () => openDatabase({ url: database.url, directory });
    const run = (variables: Readonly<Record<string, string>>) => {
      const { status, stdout, stderr } = spawnSync(process.execPath, ['server/move-files.ts'], {
        cwd: root,
        encoding: 'utf8',
        env: {
          PATH: process.env['PATH'],
          NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
          DATA_DIR: directory,
          ...(database.url !== null && { DATABASE_URL: database.url }),
          ...variables,
        },
      });
      return { status, output: stdout + stderr };
    };
    const { db, close } = await openAgain();
    await migrate(db);
    await seedAccounts(db, Date.now());
    const uuids = Array.from({ length: 210 }, () => randomUUID());
    await db
      .insertInto('photos')
      .values(uuids.map((uuid, index) => rowInDatabase(uuid, index + 1)))
      .execute();
    await close();

    expect(run({})).toMatchObject({
      status: 1,
      output: expect.stringContaining('FILES_URL is not set') as string,
    });
    const unreachableStore = run({
      ...store.variables,
      FILES_URL: `http://127.0.0.1:${await freePort()}/files`,
    });
    expect(unreachableStore.status).toBe(1);
    expect(unreachableStore.output).toContain('returned an error (ECONNREFUSED)');
    expect(run(store.variables)).toMatchObject({
      status: 0,
      output: expect.stringMatching(/^Moved 210 photos\.\nMoved 0 order files\.$/m) as string,
    });
    expect(run(store.variables).output).toContain('Moved 0 photos.');

    const reopenedDatabase = await openAgain();
    const rows = await reopenedDatabase.db
      .selectFrom('photos')
      .select(['uuid', 'content', 'stored_as'])
      .execute();
    await reopenedDatabase.close();
    await database.drop();
    expect(rows.filter(({ content }) => content !== null)).toEqual([]);
    const last = rows.find(({ uuid }) => uuid === uuids.at(-1));
    expect(await server.services.files.get(last?.stored_as ?? '')).toEqual(
      new Uint8Array(jpeg(210, 30)),
    );
  });
});
