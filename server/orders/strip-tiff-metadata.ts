/**
 * Bytes per value, by field type (TIFF 6.0 §2; 13 is a directory offset, 16 to 18 are BigTIFF's).
 */
const VALUE_BYTES = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4, 0, 0, 8, 8, 8];
const SUB_DIRECTORIES = 330;
/** Tags with the offsets of image data, and the tags with their lengths. */
const DATA = new Map([
  [273, 279],
  [324, 325],
]);
/**
 * Tags needed to show the image: dimensions, colours, compression, layout, orientation and colour
 * profile. Others may reveal location, time, device or person.
 */
const KEPT: ReadonlySet<number> = new Set([
  ...[254, 255, 256, 257, 258, 259, 262, 263, 264, 265, 266, 273, 274, 277, 278, 279, 280, 281],
  ...[282, 283, 284, 288, 289, 290, 291, 292, 293, 296, 297, 301, 317, 318, 319, 320, 321, 322],
  ...[323, 324, 325, SUB_DIRECTORIES, 332, 334, 336, 338, 339, 340, 341, 347, 529, 530, 531, 532],
  34675,
]);
/** Limits on directories (pages and their thumbnails) and on entries in each. */
const MAX_DIRECTORIES = 200;
const MAX_ENTRIES = 500;

/**
 * Field sizes of a file: TIFF has 32-bit offsets, BigTIFF 64-bit ones; the structure is the same.
 */
interface Layout {
  readonly little: boolean;
  readonly headerBytes: number;
  readonly entryBytes: number;
  /** Size of the entry count of a directory. */
  readonly lengthBytes: number;
  /** Size of an offset, a value count and an inline value. */
  readonly offsetBytes: number;
  readonly lengthAt: (at: number) => number;
  readonly offsetAt: (at: number) => number;
}

function layoutOf(view: DataView): Layout | null {
  const little = view.getUint16(0) === 0x4949;
  const offset32 = (at: number) => view.getUint32(at, little);
  const offset64 = (at: number) => Number(view.getBigUint64(at, little));
  if (view.getUint16(2, little) !== 43) {
    return {
      ...{ little, headerBytes: 8, entryBytes: 12, lengthBytes: 2, offsetBytes: 4 },
      lengthAt: (at) => view.getUint16(at, little),
      offsetAt: offset32,
    };
  }
  // Must be the offset size, followed by zero.
  if (view.getUint16(4, little) !== 8 || view.getUint16(6, little) !== 0) return null;
  return {
    ...{ little, headerBytes: 16, entryBytes: 20, lengthBytes: 8, offsetBytes: 8 },
    lengthAt: offset64,
    offsetAt: offset64,
  };
}

interface Entry {
  readonly tag: number;
  /** Offset of the entry. */
  readonly at: number;
  readonly type: number;
  readonly count: number;
  /** Offset of the values, inline or elsewhere. */
  readonly valuesAt: number;
  readonly bytes: number;
}

/**
 * Strips a TIFF down to the image: needed bytes keep their position, all others become zero. Image
 * data isn't decoded. Linear in the file's size.
 * @returns null if it isn't a TIFF that can be parsed completely
 */
export function stripTiffMetadata(bytes: Uint8Array): Uint8Array<ArrayBuffer> | null {
  try {
    return keepPicture(bytes);
  } catch (error) {
    // Thrown for offsets past the end.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function keepPicture(bytes: Uint8Array): Uint8Array<ArrayBuffer> | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const layout = layoutOf(view);
  if (layout === null) return null;
  const { headerBytes, entryBytes, lengthBytes, offsetBytes, offsetAt } = layout;
  const clean = new Uint8Array(bytes.length);
  const written = new DataView(clean.buffer);
  let end = 0;
  let copied = 0;
  const keep = (at: number, length: number) => {
    copied += length;
    if (at + length > bytes.length) throw new RangeError('The file ends before its picture.');
    // Overlapping parts would otherwise be copied without end.
    if (copied > 2 * bytes.length) throw new RangeError('The picture is larger than its file.');
    clean.set(bytes.subarray(at, at + length), at);
    end = Math.max(end, at + length);
  };
  keep(0, headerBytes);
  const queue = [offsetAt(headerBytes - offsetBytes)];
  const visited = new Set<number>();
  let hasPicture = false;
  for (let at = queue.pop(); at !== undefined; at = queue.pop()) {
    if (at === 0 || visited.has(at)) continue;
    visited.add(at);
    if (visited.size > MAX_DIRECTORIES) return null;
    const entries = entriesOf(view, at, layout);
    const kept = entries.filter(({ tag }) => KEPT.has(tag));
    // Shorter values are stored inline.
    for (const { valuesAt, bytes: length } of kept)
      if (length > offsetBytes) keep(valuesAt, length);
    for (const [offsets, lengths] of DATA) {
      const parts = partsOf(view, kept, { offsets, lengths, layout });
      hasPicture ||= parts.length > 0;
      for (const part of parts) keep(part.at, part.length);
    }
    const next = offsetAt(at + lengthBytes + entries.length * entryBytes);
    writeDirectory(written, bytes, { at, kept, next, layout });
    end = Math.max(end, at + lengthBytes + offsetBytes + kept.length * entryBytes);
    const inner = kept.filter(({ tag }) => tag === SUB_DIRECTORIES);
    queue.push(next, ...inner.flatMap((entry) => numbersOf(view, entry, layout)));
  }
  return hasPicture ? clean.slice(0, end) : null;
}

function entriesOf(view: DataView, directory: number, layout: Layout): Entry[] {
  const { little, entryBytes, lengthBytes, offsetBytes, offsetAt } = layout;
  const length = layout.lengthAt(directory);
  if (length > MAX_ENTRIES) throw new RangeError('Too many entries.');
  return Array.from({ length }, (_, index) => {
    const at = directory + lengthBytes + index * entryBytes;
    const type = view.getUint16(at + 2, little);
    const count = offsetAt(at + 4);
    const bytes = (VALUE_BYTES[type] ?? 0) * count;
    const valueAt = at + 4 + offsetBytes;
    const valuesAt = bytes <= offsetBytes ? valueAt : offsetAt(valueAt);
    return { tag: view.getUint16(at, little), at, type, count, valuesAt, bytes };
  });
}

/** Returns an entry's integer values. Throws RangeError for other types. */
function numbersOf(view: DataView, entry: Entry, { little, offsetAt }: Layout): number[] {
  const { type, count, valuesAt, bytes } = entry;
  const read = new Map([
    [3, (at: number) => view.getUint16(at, little)],
    [4, (at: number) => view.getUint32(at, little)],
    [13, (at: number) => view.getUint32(at, little)],
    [16, offsetAt],
    [18, offsetAt],
  ]).get(type);
  if (!read) throw new RangeError('No whole number.');
  if (valuesAt + bytes > view.byteLength) throw new RangeError('Too many.');
  const size = bytes / count;
  return Array.from({ length: count }, (_, index) => read(valuesAt + index * size));
}

/** The strips or tiles of a directory. Throws RangeError if one has no length. */
function partsOf(
  view: DataView,
  entries: readonly Entry[],
  { offsets, lengths, layout }: { offsets: number; lengths: number; layout: Layout },
): { readonly at: number; readonly length: number }[] {
  const offsetEntry = entries.find(({ tag }) => tag === offsets);
  const lengthEntry = entries.find(({ tag }) => tag === lengths);
  if (!offsetEntry) return [];
  const sizes = lengthEntry ? numbersOf(view, lengthEntry, layout) : [];
  return numbersOf(view, offsetEntry, layout).map((at, index) => {
    const length = sizes[index];
    if (length === undefined) throw new RangeError('A part of the picture has no length.');
    return { at, length };
  });
}

/** Rewrites the directory in place with the kept entries and the offset of the next one. */
function writeDirectory(
  written: DataView,
  bytes: Uint8Array,
  { at, kept, next, layout }: { at: number; kept: readonly Entry[]; next: number; layout: Layout },
): void {
  const { little, entryBytes, lengthBytes, offsetBytes } = layout;
  const target = new Uint8Array(written.buffer);
  const write = (value: number, position: number, size: number) => {
    if (size === 2) written.setUint16(position, value, little);
    else if (size === 4) written.setUint32(position, value, little);
    else written.setBigUint64(position, BigInt(value), little);
  };
  write(kept.length, at, lengthBytes);
  for (const [index, entry] of kept.entries()) {
    const to = at + lengthBytes + index * entryBytes;
    target.set(bytes.subarray(entry.at, entry.at + entryBytes), to);
  }
  write(next, at + lengthBytes + kept.length * entryBytes, offsetBytes);
}
