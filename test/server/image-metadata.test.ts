import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { stripPsdMetadata } from '#server/orders/strip-psd-metadata.ts';
import { stripTiffMetadata } from '#server/orders/strip-tiff-metadata.ts';
import { readPhoto } from '#server/photos/read-photo.ts';
import { latin, segment } from './jpeg-bytes.ts';
import { cameraMetadata, greyPicture, latitude, tiffOf } from './tiff-bytes.ts';

const pixels = Buffer.from([10, 80, 160, 240]);
/** Sorts entries by tag, as TIFF requires. */
const sortEntries = (entries: Parameters<typeof tiffOf>[0][number]) =>
  entries.toSorted((a, b) => a.tag - b.tag);

describe('a TIFF', () => {
  test.each([true, false])(
    'keeps its pixels and loses its location (little-endian: %s)',
    (isLittleEndian) => {
      const withMetadata = tiffOf(
        [
          sortEntries([...greyPicture(pixels), ...cameraMetadata]),
          // A second page with its own thumbnail.
          sortEntries([
            ...greyPicture(pixels),
            ...cameraMetadata,
            { tag: 330, directory: greyPicture(pixels) },
          ]),
        ],
        { isLittleEndian },
      );
      expect(withMetadata.includes('SECRET')).toBe(true);
      expect(withMetadata.includes(latitude(isLittleEndian))).toBe(true);

      const cleanImage = Buffer.from(stripTiffMetadata(withMetadata) ?? []);
      expect(cleanImage.includes('SECRET')).toBe(false);
      expect(cleanImage.includes(latitude(isLittleEndian))).toBe(false);
      expect(tagsOf(cleanImage, isLittleEndian)).toEqual([
        greyPicture(pixels).map(({ tag }) => tag),
        [...greyPicture(pixels).map(({ tag }) => tag), 330],
      ]);
      expect(pixelsOf(cleanImage, isLittleEndian)).toEqual(pixels);
      expect(Buffer.from(stripTiffMetadata(cleanImage) ?? [])).toEqual(cleanImage);
    },
  );

  test('loses unreferenced data and trailing data', () => {
    const cleanImage = tiffOf([greyPicture(pixels)]);
    const imageWithTrailingData = Buffer.concat([cleanImage, latin('SECRET behind the picture')]);
    expect(Buffer.from(stripTiffMetadata(imageWithTrailingData) ?? [])).toEqual(cleanImage);
  });

  test('with invalid contents, or without an end, is rejected', () => {
    const completeImage = tiffOf([greyPicture(pixels)]);
    const parts = greyPicture(pixels).map((entry) =>
      entry.tag === 279 ? { tag: 279, longs: [1_000_000] } : entry,
    );
    const noParts = greyPicture(pixels).filter(({ tag }) => tag !== 273);
    const noLengths = greyPicture(pixels).filter(({ tag }) => tag !== 279);
    for (const bytes of [
      latin('II*\0'),
      completeImage.subarray(0, 40),
      tiffOf([parts]),
      tiffOf([noParts]),
      tiffOf([noLengths]),
    ])
      expect(stripTiffMetadata(bytes)).toBeNull();
  });

  test('with a thousand overlapping parts is rejected before they are copied', () => {
    const entries = greyPicture(pixels).map((entry) => {
      if (entry.tag === 273) return { tag: 273, longs: Array.from({ length: 10_000 }, () => 0) };
      return entry.tag === 279
        ? { tag: 279, longs: Array.from({ length: 10_000 }, () => 60_000) }
        : entry;
    });
    expect(stripTiffMetadata(tiffOf([entries]))).toBeNull();
  });

  test('never throws when truncated or corrupted', () => {
    const completeImage = tiffOf([sortEntries([...greyPicture(pixels), ...cameraMetadata])]);
    const damageArbitrary = fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), {
      maxLength: 4,
    });
    fc.assert(
      fc.property(fc.nat(), damageArbitrary, (length, damage) => {
        const damagedBytes = Buffer.from(
          completeImage.subarray(0, 8 + (length % completeImage.length)),
        );
        for (const [index, value] of damage) damagedBytes[index % damagedBytes.length] = value;
        const cleanImage = stripTiffMetadata(damagedBytes);
        expect(cleanImage === null || cleanImage.length <= damagedBytes.length).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('a BigTIFF', () => {
  test.each([true, false])('is cleaned like a TIFF (little-endian: %s)', (isLittleEndian) => {
    const bigTiff = (metadata: readonly string[]) => bigTiffOf(metadata, isLittleEndian);
    const withMetadata = bigTiff(['SECRET maker', 'SECRET model of a camera']);
    expect(withMetadata.includes('SECRET')).toBe(true);
    const cleanImage = Buffer.from(stripTiffMetadata(withMetadata) ?? []);
    expect(cleanImage.includes('SECRET')).toBe(false);
    expect(cleanImage.includes(pixels)).toBe(true);
    expect(Buffer.from(stripTiffMetadata(cleanImage) ?? [])).toEqual(cleanImage);
    for (let length = 0; length < withMetadata.length; length += 1) {
      expect(() => stripTiffMetadata(withMetadata.subarray(0, length))).not.toThrow();
    }
    fc.assert(
      fc.property(
        fc.nat(withMetadata.length - 1),
        fc.integer({ min: 0, max: 255 }),
        (at, value) => {
          const damagedBytes = Buffer.from(withMetadata);
          damagedBytes[at] = value;
          expect(() => stripTiffMetadata(damagedBytes)).not.toThrow();
        },
      ),
    );
  });
});

/** Builds a BigTIFF of a 2 × 2 picture, with texts that reveal its author. */
function bigTiffOf(metadata: readonly string[], isLittleEndian: boolean): Buffer {
  const longBytes = (value: number) => {
    const bytes = Buffer.alloc(8);
    if (isLittleEndian) bytes.writeBigUInt64LE(BigInt(value));
    else bytes.writeBigUInt64BE(BigInt(value));
    return bytes;
  };
  const shortBytes = (value: number) => {
    const bytes = Buffer.alloc(2);
    if (isLittleEndian) bytes.writeUInt16LE(value);
    else bytes.writeUInt16BE(value);
    return bytes;
  };
  const HEADER = 16;
  const texts = metadata.map((text) => latin(`${text}\0`));
  const offsets = texts.map((_, index) =>
    texts.slice(0, index).reduce((sum, { length }) => sum + length, 0),
  );
  const textsAt = HEADER + pixels.length;
  const number = (tag: number, value: number) => [
    shortBytes(tag),
    shortBytes(3),
    longBytes(1),
    shortBytes(value),
    Buffer.alloc(6),
  ];
  const rows = [
    ...[256, 257].map((tag) => number(tag, 2)),
    ...texts.map((text, index) => [
      shortBytes(271 + index),
      shortBytes(2),
      longBytes(text.length),
      longBytes(textsAt + (offsets[index] ?? 0)),
    ]),
    // Offset and length of the picture, in 64 bits.
    [shortBytes(273), shortBytes(16), longBytes(1), longBytes(HEADER)],
    [shortBytes(279), shortBytes(16), longBytes(1), longBytes(pixels.length)],
  ];
  const body = Buffer.concat([pixels, ...texts]);
  return Buffer.concat([
    latin(isLittleEndian ? 'II' : 'MM'),
    shortBytes(43),
    shortBytes(8),
    shortBytes(0),
    longBytes(HEADER + body.length),
    body,
    longBytes(rows.length),
    ...rows.flat(),
    longBytes(0),
  ]);
}

describe('a Photoshop file', () => {
  const resource = (id: number, text: string) => {
    const header = Buffer.from([0, 0, 0, 0, 0, 0]);
    header.writeUInt16BE(id, 0);
    const size = Buffer.alloc(4);
    size.writeUInt32BE(text.length);
    const padding = Buffer.alloc(text.length % 2);
    return Buffer.concat([latin('8BIM'), header.subarray(0, 4), size, latin(text), padding]);
  };
  const psdOf = (...resources: Buffer[]) => {
    const header = Buffer.concat([latin('8BPS\0\x01'), Buffer.alloc(20), Buffer.alloc(4)]);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(Buffer.concat(resources).length);
    return Buffer.concat([header, length, ...resources, latin('the layers and the picture')]);
  };
  const resolution = resource(1005, 'resolution');

  test('loses EXIF, XMP and IPTC, and keeps the rest', () => {
    const metadata = [1028, 1058, 1059, 1060].map((id) => resource(id, 'SECRET place'));
    const cleanImage = stripPsdMetadata(psdOf(...metadata, resolution, resource(1058, 'odd')));
    expect(Buffer.from(cleanImage ?? [])).toEqual(psdOf(resolution));
  });

  test('with invalid contents is rejected', () => {
    expect(stripPsdMetadata(latin('8BPS'))).toBeNull();
    expect(stripPsdMetadata(psdOf(latin('8BIM\0')))).toBeNull();
    expect(stripPsdMetadata(psdOf(resolution).subarray(0, 40))).toBeNull();
  });
});

describe('a JPEG that a browser has encoded', () => {
  /** A 24 × 16 pixel gradient, drawn on a canvas. */
  const original = Buffer.from(
    [
      '/9j/4AAQSkZJRgABAQAAAQABAAD/4gHYSUNDX1BST0ZJTEUAAQEAAAHIAAAAAAQwAABtbnRyUkdCIFhZWiAH4AABAA',
      'EAAAAAAABhY3NwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQAA9tYAAQAAAADTLQAAAAAAAAAAAAAAAAAAAAAA',
      'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAlkZXNjAAAA8AAAACRyWFlaAAABFAAAABRnWFlaAAABKA',
      'AAABRiWFlaAAABPAAAABR3dHB0AAABUAAAABRyVFJDAAABZAAAAChnVFJDAAABZAAAAChiVFJDAAABZAAAAChjcHJ0',
      'AAABjAAAADxtbHVjAAAAAAAAAAEAAAAMZW5VUwAAAAgAAAAcAHMAUgBHAEJYWVogAAAAAAAAb6IAADj1AAADkFhZWi',
      'AAAAAAAABimQAAt4UAABjaWFlaIAAAAAAAACSgAAAPhAAAts9YWVogAAAAAAAA9tYAAQAAAADTLXBhcmEAAAAAAAQA',
      'AAACZmYAAPKnAAANWQAAE9AAAApbAAAAAAAAAABtbHVjAAAAAAAAAAEAAAAMZW5VUwAAACAAAAAcAEcAbwBvAGcAbA',
      'BlACAASQBuAGMALgAgADIAMAAxADb/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERX',
      'RTc4UG1RV19iZ2hnPk1xeXBkeFxlZ2P/2wBDARESEhgVGC8aGi9jQjhCY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2',
      'NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2P/wAARCAAQABgDASIAAhEBAxEB/8QAGAAAAgMAAAAAAAAAAAAAAAAAAAMB',
      'AgX/xAAWEAEBAQAAAAAAAAAAAAAAAAAAAQL/xAAWAQEBAQAAAAAAAAAAAAAAAAAFBAb/xAAXEQEBAQEAAAAAAAAAAA',
      'AAAAADAAQi/9oADAMBAAIRAxEAPwDB1SdVbVJ1VeULQ6Wo1QXqg+QcwiN1f//Z',
    ].join(''),
    'base64',
  );
  /** A photo as saved by a phone: EXIF with location and thumbnail, XMP, and a second picture after the end. */
  const takePhoto = () => {
    const exif = tiffOf([
      sortEntries([{ tag: 274, shorts: [6] }, ...cameraMetadata]),
      [
        { tag: 259, shorts: [6] },
        { tag: 513, data: original },
        { tag: 514, longs: [original.length] },
      ],
    ]);
    const metadata = [
      segment(0xe1, Buffer.concat([latin('Exif\0\0'), exif])),
      segment(0xe1, latin('http://ns.adobe.com/xap/1.0/\0<x:xmpmeta>SECRET</x:xmpmeta>')),
      segment(0xe2, latin('MPF\0SECRET')),
    ];
    return Buffer.concat([
      original.subarray(0, 2),
      ...metadata,
      original.subarray(2),
      latin('SECRET'),
      original,
    ]);
  };

  test('keeps its pixels and orientation, and loses its location', () => {
    const photo = readPhoto(takePhoto());
    expect(photo).toMatchObject({ kind: 'photo', width: 24, height: 16 });
    const cleanImage = photo.kind === 'photo' ? Buffer.from(photo.content) : Buffer.alloc(0);
    expect(cleanImage.includes('SECRET')).toBe(false);
    expect(cleanImage.includes(latitude(true))).toBe(false);
    const tables = original.subarray(original.indexOf(Buffer.from([0xff, 0xdb])));
    expect(cleanImage.subarray(-tables.length)).toEqual(tables);
    expect(cleanImage.length).toBeLessThan(original.length);
  });
});

/** Returns the tags of each directory in the chain. */
function tagsOf(file: Buffer, isLittleEndian: boolean): number[][] {
  return directoriesOf(file, isLittleEndian).map((entries) => entries.map(({ tag }) => tag));
}

/** Returns the first strip of the first picture. */
function pixelsOf(file: Buffer, isLittleEndian: boolean): Buffer {
  const [entries = []] = directoriesOf(file, isLittleEndian);
  const valueOf = (tag: number) => entries.find((entry) => entry.tag === tag)?.value ?? 0;
  return file.subarray(valueOf(273), valueOf(273) + valueOf(279));
}

function directoriesOf(file: Buffer, isLittleEndian: boolean) {
  const readShort = (at: number) =>
    isLittleEndian ? file.readUInt16LE(at) : file.readUInt16BE(at);
  const readLong = (at: number) => (isLittleEndian ? file.readUInt32LE(at) : file.readUInt32BE(at));
  const directories: { tag: number; value: number }[][] = [];
  for (let at = readLong(4); at !== 0;) {
    const entries = Array.from({ length: readShort(at) }, (_, index) => {
      const entry = at + 2 + index * 12;
      return { tag: readShort(entry), value: readLong(entry + 8) };
    });
    directories.push(entries);
    at = readLong(at + 2 + entries.length * 12);
  }
  return directories;
}
