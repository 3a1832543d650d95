/** The values of an entry: integers, fractions as pairs, text, raw bytes, or a nested directory. */
interface TiffEntry {
  readonly tag: number;
  readonly shorts?: readonly number[];
  readonly longs?: readonly number[];
  readonly fractions?: readonly (readonly [number, number])[];
  readonly text?: string;
  readonly rawBytes?: Uint8Array;
  readonly directory?: readonly TiffEntry[];
  /** Data elsewhere in the file; the entry contains its offsets. */
  readonly data?: Uint8Array;
}

/** Builds a TIFF file of consecutive directories, as a scanner or camera writes it. */
export function tiffOf(
  directories: readonly (readonly TiffEntry[])[],
  { isLittleEndian = true }: { isLittleEndian?: boolean } = {},
): Buffer {
  const file = {
    bytes: Buffer.from(isLittleEndian ? 'II*\0' : 'MM\0*', 'latin1'),
    isLittleEndian,
  };
  let link = append(file, Buffer.alloc(4));
  for (const directory of directories) {
    const { offset, nextOffset } = appendDirectory(file, directory);
    putLong(file, link, offset);
    link = nextOffset;
  }
  return file.bytes;
}

interface File {
  bytes: Buffer;
  readonly isLittleEndian: boolean;
}

function append(file: File, bytes: Uint8Array): number {
  const offset = file.bytes.length + (file.bytes.length % 2);
  file.bytes = Buffer.concat([file.bytes, Buffer.alloc(offset - file.bytes.length), bytes]);
  return offset;
}

function appendDirectory(
  file: File,
  entries: readonly TiffEntry[],
): { readonly offset: number; readonly nextOffset: number } {
  const rows = entries.map((entry) => rowOf(file, entry));
  const offset = append(file, Buffer.alloc(2 + rows.length * 12 + 4));
  putShort(file, offset, rows.length);
  for (const [index, row] of rows.entries()) {
    const rowOffset = offset + 2 + index * 12;
    putShort(file, rowOffset, row.tag);
    putShort(file, rowOffset + 2, row.type);
    putLong(file, rowOffset + 4, row.count);
    if (row.values.length <= 4) row.values.copy(file.bytes, rowOffset + 8);
    else putLong(file, rowOffset + 8, append(file, row.values));
  }
  return { offset, nextOffset: offset + 2 + rows.length * 12 };
}

function rowOf(file: File, entry: TiffEntry) {
  const { tag, shorts, longs, fractions, text, rawBytes, directory, data } = entry;
  const numbers = (values: readonly number[], size: 2 | 4) => {
    const output: File = {
      bytes: Buffer.alloc(values.length * size),
      isLittleEndian: file.isLittleEndian,
    };
    const putValue = size === 2 ? putShort : putLong;
    values.forEach((value, index) => putValue(output, index * size, value));
    return output.bytes;
  };
  if (shorts) return { tag, type: 3, count: shorts.length, values: numbers(shorts, 2) };
  if (fractions)
    return { tag, type: 5, count: fractions.length, values: numbers(fractions.flat(), 4) };
  if (text !== undefined) {
    return { tag, type: 2, count: text.length + 1, values: Buffer.from(`${text}\0`, 'latin1') };
  }
  if (rawBytes) return { tag, type: 7, count: rawBytes.length, values: Buffer.from(rawBytes) };
  const dataOffset = directory
    ? appendDirectory(file, directory).offset
    : data && append(file, data);
  const values = dataOffset === undefined ? (longs ?? []) : [dataOffset];
  return { tag, type: 4, count: values.length, values: numbers(values, 4) };
}

function putShort({ bytes, isLittleEndian }: File, offset: number, value: number): void {
  if (isLittleEndian) bytes.writeUInt16LE(value, offset);
  else bytes.writeUInt16BE(value, offset);
}

function putLong({ bytes, isLittleEndian }: File, offset: number, value: number): void {
  if (isLittleEndian) bytes.writeUInt32LE(value, offset);
  else bytes.writeUInt32BE(value, offset);
}

/** A phone's location tags: 50° 3' 41.4" N, 19° 56' 14.2" E, and the time. */
const locationEntries: readonly TiffEntry[] = [
  { tag: 1, text: 'N' },
  {
    tag: 2,
    fractions: [
      [50, 1],
      [3, 1],
      [414, 10],
    ],
  },
  { tag: 3, text: 'E' },
  {
    tag: 4,
    fractions: [
      [19, 1],
      [56, 1],
      [142, 10],
    ],
  },
  { tag: 29, text: '2026:05:04' },
];

/** Metadata that a camera writes besides the picture; every text contains `SECRET`. */
export const cameraMetadata: readonly TiffEntry[] = [
  { tag: 271, text: 'SECRET maker' },
  { tag: 272, text: 'SECRET model' },
  { tag: 306, text: 'SECRET 2026:05:04 10:00:00' },
  { tag: 315, text: 'SECRET artist' },
  { tag: 700, rawBytes: Buffer.from('<x:xmpmeta>SECRET exif:GPSLatitude="50,3.69N"</x:xmpmeta>') },
  { tag: 33723, rawBytes: Buffer.from('SECRET city') },
  {
    tag: 34665,
    directory: [
      { tag: 0x9003, text: 'SECRET 2026:05:04 10:00:00' },
      { tag: 0x927c, rawBytes: Buffer.from('SECRET maker note') },
    ],
  },
  { tag: 34853, directory: locationEntries },
];

/** Returns the encoded latitude in either byte order. */
export function latitude(isLittleEndian: boolean): Buffer {
  const bytes = Buffer.alloc(8);
  if (isLittleEndian) bytes.writeUInt32LE(414, 0);
  else bytes.writeUInt32BE(414, 0);
  if (isLittleEndian) bytes.writeUInt32LE(10, 4);
  else bytes.writeUInt32BE(10, 4);
  return bytes;
}

/** Returns the entries required to display 2 × 2 grey pixels. */
export const greyPicture = (pixels: Uint8Array): TiffEntry[] => [
  { tag: 256, shorts: [2] },
  { tag: 257, shorts: [2] },
  { tag: 258, shorts: [8] },
  { tag: 259, shorts: [1] },
  { tag: 262, shorts: [1] },
  { tag: 273, data: pixels },
  { tag: 274, shorts: [6] },
  { tag: 277, shorts: [1] },
  { tag: 278, shorts: [2] },
  { tag: 279, longs: [pixels.length] },
  { tag: 282, fractions: [[300, 1]] },
];
