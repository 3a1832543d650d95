import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readWebp } from '#server/photos/read-webp.ts';
import { root } from '#test/setup/source-tree.ts';

const folder = join(root, 'server', 'demo', 'pictures');
const pictures = readdirSync(folder).map((name) => readFileSync(join(folder, name)));
const [picture = Buffer.alloc(0)] = pictures;

/** A chunk of a WebP file. */
function chunk(name: string, payload: Uint8Array): Buffer {
  const header = Buffer.alloc(8);
  header.write(name, 'latin1');
  header.writeUInt32LE(payload.length, 4);
  return Buffer.concat([header, payload, Buffer.alloc(payload.length % 2)]);
}
function webp(...chunks: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(chunks);
  const header = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1');
  header.writeUInt32LE(body.length + 4, 4);
  return Buffer.concat([header, body]);
}
/** Header of an extended file. */
function extended(flags: number, width: number, height: number): Buffer {
  const payload = Buffer.alloc(10);
  payload[0] = flags;
  payload.writeUIntLE(width - 1, 4, 3);
  payload.writeUIntLE(height - 1, 7, 3);
  return chunk('VP8X', payload);
}
const image = picture.subarray(12);

test('pictures without metadata aren’t changed', () => {
  for (const original of pictures)
    expect(Buffer.from(readWebp(original) ?? []).equals(original)).toBe(true);
});

test('location, device and colour profile are dropped, with their flags', () => {
  const secret = Buffer.from('Taken at home');
  const fullBytes = webp(
    extended(0x2c, 800, 800),
    chunk('ICCP', secret),
    image,
    chunk('EXIF', secret),
    chunk('XMP ', secret),
    chunk('note', secret),
  );
  const cleanImage = Buffer.from(readWebp(fullBytes) ?? []);
  expect(cleanImage.equals(webp(extended(0, 800, 800), image))).toBe(true);
  expect(Buffer.from(readWebp(cleanImage) ?? []).equals(cleanImage)).toBe(true);
});

describe('a file', () => {
  test.each([
    ['without an image', webp(extended(0, 800, 800))],
    ['of an animation', webp(extended(0x02, 8, 8), chunk('ANIM', Buffer.alloc(6)))],
    ['with too many pixels', webp(extended(0, 16_000, 16_000), image)],
    ['that is truncated', picture.subarray(0, picture.length - 100)],
    ['of another type', Buffer.from('GIF89a, and more bytes than a header')],
    ['with a broken image', webp(chunk('VP8 ', Buffer.alloc(40)))],
  ])('%s is rejected', (_name, bytes) => {
    expect(readWebp(bytes)).toBeNull();
  });

  test('any bytes are rejected or returned, but never throw', () => {
    const anyChunk = fc
      .tuple(
        fc.constantFrom('VP8 ', 'VP8L', 'VP8X', 'EXIF', 'ALPH'),
        fc.uint8Array({ maxLength: 40 }),
      )
      .map(([name, payload]) => chunk(name, payload));
    fc.assert(
      fc.property(fc.array(anyChunk), fc.nat(60), (chunks, cutBytes) => {
        const bytes = webp(...chunks);
        const cleanImage = readWebp(bytes.subarray(0, Math.max(0, bytes.length - cutBytes)));
        expect(cleanImage === null ? null : readWebp(cleanImage)).toEqual(cleanImage);
      }),
    );
  });
});
