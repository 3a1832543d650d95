import { randomUUID } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import type { ScanSave } from '#schemas/scan.ts';
import { drawDemoPhoto } from '#server/demo/demo-photo.ts';
import { MAX_COMPANY_PHOTOS_BYTES } from '#server/photos/store-photo.ts';
import { exif, jpeg, latin } from './jpeg-bytes.ts';
import { uploadOf } from './photo-upload.ts';
import { nextSerial, type ScanServer, saveOf, startScanServer } from './scan-setup.ts';
import { accounts } from './test-accounts.ts';

let server: ScanServer;
let ownerToken: string;
const upload = (body: ReturnType<typeof uploadOf>, accessToken = ownerToken) =>
  server.call(calls.uploadPhoto, { body }, accessToken);
const fetchPhoto = (uuid: string, token: string | null) =>
  server.app.inject({
    url: `/files/photo/${uuid}`,
    headers: token === null ? {} : { authorization: `Bearer ${token}` },
  });

beforeAll(async () => {
  server = await startScanServer();
  ownerToken = await server.tokenOf('polishOwner');
});
afterAll(() => server.close());

describe('uploading a photo', () => {
  test('stores it without metadata and shows it only to the company', async () => {
    const photo = uploadOf(jpeg(40, 30, [exif(1)]), 'image/jpeg');
    const { uuid, sha256 } = photo.fields;
    const response = await upload(photo);
    expect(response).toMatchObject({
      status: 201,
      result: { uuid, sha256, bytes: photo.bytes.length },
    });
    const fetchResponse = await fetchPhoto(uuid, await server.tokenOf('polishStaff'));
    expect(fetchResponse.statusCode).toBe(200);
    expect(fetchResponse.rawPayload).toEqual(jpeg(40, 30));
    expect(fetchResponse.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    expect((await fetchPhoto(uuid, null)).statusCode).toBe(401);
    expect((await fetchPhoto(uuid, await server.tokenOf('czechOwner'))).statusCode).toBe(404);
    expect((await fetchPhoto(randomUUID(), ownerToken)).statusCode).toBe(404);
    expect((await fetchPhoto('..%2f..%2fetc', ownerToken)).statusCode).toBe(404);
  });

  test('several times, even concurrently, stores it once (F40)', async () => {
    const photo = uploadOf(drawDemoPhoto());
    const responses = await Promise.all(Array.from({ length: 6 }, () => upload(photo)));
    expect(responses.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 201]);
    const rows = await server.db
      .selectFrom('photos')
      .select('uuid')
      .where('uuid', '=', photo.fields.uuid)
      .execute();
    expect(rows).toHaveLength(1);
  });

  test('is rejected if another photo has the id, even in another company', async () => {
    const photo = uploadOf(drawDemoPhoto());
    await upload(photo);
    const other = uploadOf(jpeg(40, 30), 'image/jpeg', photo.fields.uuid);
    expect(await upload(other)).toMatchObject({ status: 422, code: 'key_reused' });
    const foreignUpload = await upload(photo, await server.tokenOf('czechOwner'));
    expect(foreignUpload).toMatchObject({ status: 422, code: 'key_reused' });
  });
});

describe('a photo (security 16)', () => {
  test('that was damaged in transit is rejected', async () => {
    const photo = uploadOf(drawDemoPhoto());
    const corruptedPhoto = { ...photo, bytes: photo.bytes.slice(0, -1) };
    expect(await upload(corruptedPhoto)).toMatchObject({ status: 422, code: 'hash_mismatch' });
  });

  test('that isn’t an image, or has too many pixels, is rejected', async () => {
    const text = uploadOf(latin('<svg onload="alert(1)"/>'), 'image/png');
    expect(await upload(text)).toMatchObject({ status: 415, code: 'unsupported_media' });
    const hugePhoto = uploadOf(jpeg(60_000, 60_000), 'image/jpeg');
    expect(await upload(hugePhoto)).toMatchObject({ status: 413, code: 'payload_too_large' });
  });

  test('that is larger than ten megabytes is rejected', async () => {
    const largeBytes = Buffer.concat([
      drawDemoPhoto(),
      deflateSync(Buffer.alloc(1)),
      Buffer.alloc(1e7),
    ]);
    expect(await upload(uploadOf(largeBytes))).toMatchObject({
      status: 413,
      code: 'payload_too_large',
    });
  });

  test('is rejected when the company’s quota is used up', async () => {
    const blockedUpload = uploadOf(drawDemoPhoto());
    await upload(blockedUpload, await server.tokenOf('decorOwner'));
    // A row can't exceed the maximum size of a file, so fill the quota with many rows.
    const filler = Array.from({ length: 200 }, () => ({
      uuid: randomUUID(),
      company_id: accounts.decorOwner.companyId,
      sha256: '',
      bytes: MAX_COMPANY_PHOTOS_BYTES / 200 - 200,
      media_type: 'image/png',
      content: new Uint8Array(),
      created_at: new Date(),
    }));
    await server.db.insertInto('photos').values(filler).execute();
    const rejectedUpload = await upload(
      uploadOf(jpeg(9_000, 9), 'image/jpeg'),
      await server.tokenOf('decorOwner'),
    );
    expect(rejectedUpload.status).toBe(201);
    const oversizedBytes = Buffer.concat([drawDemoPhoto(), Buffer.alloc(50_000)]);
    const rejectedResponse = await upload(
      uploadOf(oversizedBytes),
      await server.tokenOf('decorStaff'),
    );
    expect(rejectedResponse).toMatchObject({ status: 413, code: 'payload_too_large' });
    expect((await upload(uploadOf(drawDemoPhoto()))).status).toBe(201);
  });

  test('has a subject if the device sent one', async () => {
    const project = await server.newProject('polishOwner');
    const saveWithPhoto = async (changes: Partial<ScanSave>) => {
      const photo = uploadOf(drawDemoPhoto());
      await upload(photo);
      const genericScan = { serial_number: null, is_unique: false, image_data: photo.fields.uuid };
      const body = saveOf(nextSerial(), project, { ...genericScan, ...changes });
      return server.call(calls.createScan, { body }, ownerToken);
    };
    expect(await saveWithPhoto({ photo_of: 'label' })).toMatchObject({
      result: { photo_of: 'label' },
    });
    // Older apps send no subject.
    expect(await saveWithPhoto({})).toMatchObject({ result: { photo_of: null } });
    const invalidField = { photo_of: 'roof' } as unknown as Partial<ScanSave>;
    expect(await saveWithPhoto(invalidField)).toMatchObject({ status: 400 });

    const scans = await server.call(calls.listScans, { query: {} }, ownerToken);
    const scansOfProject = scans.result.data.filter((scan) => scan.projects_id === project);
    expect(new Set(scansOfProject.map((scan) => scan.photo_of))).toEqual(new Set(['label', null]));
  });

  test('of another company can’t be used in a scan', async () => {
    const photo = uploadOf(drawDemoPhoto());
    await upload(photo);
    const czechProject = await server.newProject('czechOwner');
    const body = saveOf(nextSerial(), czechProject, { image_data: photo.fields.uuid });
    const response = await server.call(
      calls.createScan,
      { body },
      await server.tokenOf('czechOwner'),
    );
    expect(response).toMatchObject({ status: 404, code: 'photo_not_found' });
  });
});
