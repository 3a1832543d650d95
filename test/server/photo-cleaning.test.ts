import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { drawDemoPhoto } from '#server/demo/demo-photo.ts';
import { readExifOrientation, buildOrientationSegment } from '#server/photos/read-jpeg.ts';
import { readPhoto } from '#server/photos/read-photo.ts';
import { exif, jpeg, latin, segment } from './jpeg-bytes.ts';

function contentOf(bytes: Uint8Array): Buffer {
  const photo = readPhoto(bytes);
  if (photo.kind === 'rejected') throw new Error(`The photo was rejected: ${photo.problem}.`);
  return Buffer.from(photo.content);
}

describe('cleaning a photo (security 16)', () => {
  test('removes metadata from a JPEG, and trailing data', () => {
    const metadataSegments = [
      exif(1),
      segment(0xed, latin('GPS photoshop')),
      segment(0xfe, latin('GPS me')),
    ];
    const cleanPhoto = contentOf(
      Buffer.concat([jpeg(40, 30, metadataSegments), latin('GPS film')]),
    );
    expect(cleanPhoto.includes('GPS')).toBe(false);
    expect(cleanPhoto).toEqual(jpeg(40, 30));
    expect(readPhoto(cleanPhoto)).toMatchObject({ mediaType: 'image/jpeg', width: 40, height: 30 });
  });

  test('keeps the orientation of a photo', () => {
    const cleanPhoto = contentOf(jpeg(40, 30, [exif(6)]));
    expect(cleanPhoto.includes('GPS')).toBe(false);
    expect(cleanPhoto.includes(Buffer.from(buildOrientationSegment(6)))).toBe(true);
    expect(contentOf(cleanPhoto)).toEqual(cleanPhoto);
  });

  test('keeps only the essential chunks of a PNG', () => {
    const png = drawDemoPhoto();
    const textChunk = Buffer.concat([Buffer.from([0, 0, 0, 3]), latin('tEXtGPS'), Buffer.alloc(4)]);
    const withMetadata = Buffer.concat([
      png.subarray(0, 33),
      textChunk,
      png.subarray(33),
      latin('GPS'),
    ]);
    expect(contentOf(withMetadata)).toEqual(png);
  });

  test('rejects images above fifty megapixels, and empty ones', () => {
    expect(readPhoto(jpeg(10_000, 5_001))).toMatchObject({ problem: 'too_many_pixels' });
    expect(readPhoto(jpeg(10_000, 5_000))).toMatchObject({ kind: 'photo' });
    expect(readPhoto(jpeg(0, 10))).toMatchObject({ problem: 'not_an_image' });
    const hugePhoto = drawDemoPhoto();
    hugePhoto.writeUInt32BE(60_000, 16);
    hugePhoto.writeUInt32BE(60_000, 20);
    expect(readPhoto(hugePhoto)).toMatchObject({ problem: 'too_many_pixels' });
  });

  test('rejects files that aren’t images despite an image type', () => {
    const otherFiles = [
      '<svg xmlns="http://www.w3.org/2000/svg"/>',
      'GIF89a',
      'PK\u0003\u0004',
      '',
    ];
    for (const text of otherFiles) {
      expect(readPhoto(latin(text))).toEqual({ kind: 'rejected', problem: 'not_an_image' });
    }
  });

  test('never throws when truncated or corrupted', () => {
    const photos = [jpeg(40, 30, [exif(6)]), drawDemoPhoto()];
    fc.assert(
      fc.property(
        fc.constantFrom(...photos),
        fc.nat(),
        fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { maxLength: 4 }),
        (bytes, length, damage) => {
          const corruptedBytes = Buffer.from(bytes.subarray(0, 8 + (length % bytes.length)));
          for (const [index, value] of damage)
            corruptedBytes[index % corruptedBytes.length] = value;
          expect(['photo', 'rejected']).toContain(readPhoto(corruptedBytes).kind);
        },
      ),
      { numRuns: 1000 },
    );
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (remainder) => {
        const payload = Buffer.concat([latin('Exif\0\0MM'), remainder]);
        expect([null, 1, 2, 3, 4, 5, 6, 7, 8]).toContain(readExifOrientation(payload));
      }),
    );
  });
});
