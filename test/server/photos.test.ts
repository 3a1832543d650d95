import { randomUUID } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { demoPhoto } from '#server/demo/demo-photo.ts';
import { exifOrientation, orientationSegment } from '#server/photos/exif-orientation.ts';
import { readPhoto } from '#server/photos/read-photo.ts';
import { COMPANY_QUOTA } from '#server/photos/store-photo.ts';
import { uploadOf } from './photo-upload.ts';
import { nextSerial, type Rooms, saveOf, startRooms } from './room-setup.ts';
import { accounts } from './test-accounts.ts';

const latin = (text: string) => Buffer.from(text, 'latin1');

function segment(marker: number, payload: Uint8Array): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(payload.length + 2, 2);
  return Buffer.concat([head, payload]);
}

/** The parts of a JPEG as a phone writes it; no decoder looks into its compressed data here. */
function jpeg(width: number, height: number, notes: Buffer[] = []): Buffer {
  const frame = Buffer.from([8, 0, 0, 0, 0, 1, 1, 0x11, 0]);
  frame.writeUInt16BE(height, 1);
  frame.writeUInt16BE(width, 3);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xe0, latin('JFIF\0\x01\x01\0\0\x01\0\x01\0\0')),
    ...notes,
    segment(0xc0, frame),
    segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
    Buffer.from([0x12, 0xff, 0x00, 0x34, 0xff, 0xd3, 0x56]),
    Buffer.from([0xff, 0xd9]),
  ]);
}

/** EXIF as a phone writes it: the orientation, and a note that must not survive. */
function exif(orientation: number): Buffer {
  const tiff = Buffer.alloc(26);
  tiff.write('II*\0', 0, 'latin1');
  tiff.writeUInt32LE(8, 4);
  tiff.writeUInt16LE(1, 8);
  tiff.writeUInt16LE(0x0112, 10);
  tiff.writeUInt16LE(3, 12);
  tiff.writeUInt32LE(1, 14);
  tiff.writeUInt16LE(orientation, 18);
  return segment(0xe1, Buffer.concat([latin('Exif\0\0'), tiff, latin('GPS 50.06 19.94')]));
}

function contentOf(bytes: Uint8Array): Buffer {
  const reading = readPhoto(bytes);
  if (reading.kind === 'refused') throw new Error(`It was refused: ${reading.problem}.`);
  return Buffer.from(reading.content);
}

describe('cleaning a photo', () => {
  test('leaves out what a camera noted in a JPEG, and what follows the picture', () => {
    const notes = [exif(1), segment(0xed, latin('GPS photoshop')), segment(0xfe, latin('GPS me'))];
    const clean = contentOf(Buffer.concat([jpeg(40, 30, notes), latin('GPS film')]));
    expect(clean.includes('GPS')).toBe(false);
    expect(clean).toEqual(jpeg(40, 30));
    expect(readPhoto(clean)).toMatchObject({ mediaType: 'image/jpeg', width: 40, height: 30 });
  });

  test('keeps a photo upright that was taken with the phone held on its side', () => {
    const clean = contentOf(jpeg(40, 30, [exif(6)]));
    expect(clean.includes('GPS')).toBe(false);
    expect(clean.includes(Buffer.from(orientationSegment(6)))).toBe(true);
    expect(contentOf(clean)).toEqual(clean);
  });

  test('keeps of a PNG only what the picture needs', () => {
    const png = demoPhoto();
    const note = Buffer.concat([Buffer.from([0, 0, 0, 3]), latin('tEXtGPS'), Buffer.alloc(4)]);
    const noted = Buffer.concat([png.subarray(0, 33), note, png.subarray(33), latin('GPS')]);
    expect(contentOf(noted)).toEqual(png);
  });

  test('refuses more pixels than fifty million, and pictures of nothing', () => {
    expect(readPhoto(jpeg(10_000, 5_001))).toMatchObject({ problem: 'too_many_pixels' });
    expect(readPhoto(jpeg(10_000, 5_000))).toMatchObject({ kind: 'photo' });
    expect(readPhoto(jpeg(0, 10))).toMatchObject({ problem: 'not_an_image' });
    const huge = demoPhoto();
    huge.writeUInt32BE(60_000, 16);
    huge.writeUInt32BE(60_000, 20);
    expect(readPhoto(huge)).toMatchObject({ problem: 'too_many_pixels' });
  });

  test('refuses what is no picture, whatever it is called', () => {
    const others = ['<svg xmlns="http://www.w3.org/2000/svg"/>', 'GIF89a', 'PK\u0003\u0004', ''];
    for (const text of others) {
      expect(readPhoto(latin(text))).toEqual({ kind: 'refused', problem: 'not_an_image' });
    }
  });

  test('never throws, cut or damaged anywhere', () => {
    const whole = [jpeg(40, 30, [exif(6)]), demoPhoto()];
    fc.assert(
      fc.property(
        fc.constantFrom(...whole),
        fc.nat(),
        fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { maxLength: 4 }),
        (bytes, length, damages) => {
          const damaged = Buffer.from(bytes.subarray(0, 8 + (length % bytes.length)));
          for (const [at, value] of damages) damaged[at % damaged.length] = value;
          expect(['photo', 'refused']).toContain(readPhoto(damaged).kind);
        },
      ),
      { numRuns: 1000 },
    );
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (rest) => {
        const payload = Buffer.concat([latin('Exif\0\0MM'), rest]);
        expect([null, 1, 2, 3, 4, 5, 6, 7, 8]).toContain(exifOrientation(payload));
      }),
    );
  });
});

describe('uploading a photo', () => {
  let rooms: Rooms;
  let owner: string;
  const upload = (body: ReturnType<typeof uploadOf>, as = owner) =>
    rooms.call(calls.uploadPhoto, { body }, as);
  const fetchPhoto = (uuid: string, token: string | null) =>
    rooms.app.inject({
      url: `/files/photo/${uuid}`,
      headers: token === null ? {} : { authorization: `Bearer ${token}` },
    });

  beforeAll(async () => {
    rooms = await startRooms();
    owner = await rooms.tokenOf('polishOwner');
  });
  afterAll(() => rooms.close());

  test('keeps it clean and shows it to the company alone', async () => {
    const photo = uploadOf(jpeg(40, 30, [exif(1)]), 'image/jpeg');
    const { uuid, sha256 } = photo.fields;
    const answer = await upload(photo);
    expect(answer).toMatchObject({
      status: 201,
      result: { uuid, sha256, bytes: photo.bytes.length },
    });
    const shown = await fetchPhoto(uuid, await rooms.tokenOf('polishStaff'));
    expect(shown.statusCode).toBe(200);
    expect(shown.rawPayload).toEqual(jpeg(40, 30));
    expect(shown.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    expect((await fetchPhoto(uuid, null)).statusCode).toBe(401);
    expect((await fetchPhoto(uuid, await rooms.tokenOf('czechOwner'))).statusCode).toBe(404);
    expect((await fetchPhoto(randomUUID(), owner)).statusCode).toBe(404);
    expect((await fetchPhoto('..%2f..%2fetc', owner)).statusCode).toBe(404);
  });

  test('again, also at the same moment, keeps it once (F40)', async () => {
    const photo = uploadOf(demoPhoto());
    const answers = await Promise.all(Array.from({ length: 6 }, () => upload(photo)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 201]);
    const rows = await rooms.db
      .selectFrom('photos')
      .select('uuid')
      .where('uuid', '=', photo.fields.uuid)
      .execute();
    expect(rows).toHaveLength(1);
  });

  test('of another photo under its id is refused, also to another company', async () => {
    const photo = uploadOf(demoPhoto());
    await upload(photo);
    const other = uploadOf(jpeg(40, 30), 'image/jpeg', photo.fields.uuid);
    expect(await upload(other)).toMatchObject({ status: 422, code: 'key_reused' });
    const foreign = await upload(photo, await rooms.tokenOf('czechOwner'));
    expect(foreign).toMatchObject({ status: 422, code: 'key_reused' });
  });

  test('that was damaged on its way is refused', async () => {
    const photo = uploadOf(demoPhoto());
    const damaged = { ...photo, bytes: photo.bytes.slice(0, -1) };
    expect(await upload(damaged)).toMatchObject({ status: 422, code: 'hash_mismatch' });
  });

  test('that is no picture, or too many pixels, is refused', async () => {
    const text = uploadOf(latin('<svg onload="alert(1)"/>'), 'image/png');
    expect(await upload(text)).toMatchObject({ status: 415, code: 'unsupported_media' });
    const huge = uploadOf(jpeg(60_000, 60_000), 'image/jpeg');
    expect(await upload(huge)).toMatchObject({ status: 413, code: 'payload_too_large' });
  });

  test('that is larger than ten megabytes is refused', async () => {
    const large = Buffer.concat([demoPhoto(), deflateSync(Buffer.alloc(1)), Buffer.alloc(1e7)]);
    expect(await upload(uploadOf(large))).toMatchObject({ status: 413, code: 'payload_too_large' });
  });

  test('is refused when the company has used up its room', async () => {
    const full = uploadOf(demoPhoto());
    await upload(full, await rooms.tokenOf('decorOwner'));
    // The column holds what one file may have, so the room is filled by many.
    const filler = Array.from({ length: 200 }, () => ({
      uuid: randomUUID(),
      company_id: accounts.decorOwner.companyId,
      sha256: '',
      bytes: COMPANY_QUOTA / 200 - 200,
      media_type: 'image/png',
      content: new Uint8Array(),
      created_at: new Date(),
    }));
    await rooms.db.insertInto('photos').values(filler).execute();
    const more = await upload(
      uploadOf(jpeg(9_000, 9), 'image/jpeg'),
      await rooms.tokenOf('decorOwner'),
    );
    expect(more.status).toBe(201);
    const tooMuch = Buffer.concat([demoPhoto(), Buffer.alloc(50_000)]);
    const refused = await upload(uploadOf(tooMuch), await rooms.tokenOf('decorStaff'));
    expect(refused).toMatchObject({ status: 413, code: 'payload_too_large' });
    expect((await upload(uploadOf(demoPhoto()))).status).toBe(201);
  });

  test('of another company cannot be named by a scan', async () => {
    const photo = uploadOf(demoPhoto());
    await upload(photo);
    const czech = await rooms.newProject('czechOwner');
    const body = saveOf(nextSerial(), czech, { image_data: photo.fields.uuid });
    const answer = await rooms.call(calls.saveScan, { body }, await rooms.tokenOf('czechOwner'));
    expect(answer).toMatchObject({ status: 404, code: 'photo_not_found' });
  });
});
