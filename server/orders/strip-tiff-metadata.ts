/** Bytes per value, by field type (TIFF 6.0 §2; type 13 is a directory offset, 16 to 18 are from BigTIFF). */
const VALUE_BYTES = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4, 0, 0, 8, 8, 8];
const SUB_DIRECTORIES = 330;
/** Maps tags that contain offsets of image data to the tags with their lengths. */
const DATA_TAGS = new Map([
  [273, 279],
  [324, 325],
]);
/**
 * Tags needed to show the image: dimensions, colours, compression, layout, orientation and colour
 * profile. Others may reveal location, time, device or person.
 */
const NEEDED_TAGS: ReadonlySet<number> = new Set([
  254,
  255,
  256,
  257,
  258,
  259,
  262,
  263,
  264,
  265,
  266,
  273,
  274,
  277,
  278,
  279,
  280,
  281,
  282,
  283,
  284,
  288,
  289,
  290,
  291,
  292,
  293,
  296,
  297,
  301,
  317,
  318,
  319,
  320,
  321,
  322,
  323,
  324,
  325,
  SUB_DIRECTORIES,
  332,
  334,
  336,
  338,
  339,
  340,
  341,
  347,
  529,
  530,
  531,
  532,
  34675,
]);
/** Limits on directories (pages and their thumbnails) and on entries in each. */
const MAX_DIRECTORIES = 200;
const MAX_ENTRIES = 500;

/**
 * Field sizes of a file: TIFF has 32-bit offsets, BigTIFF 64-bit ones; the structure is the same.
 */
interface Layout {
  readonly littleEndian: boolean;
  readonly headerBytes: number;
  readonly entryBytes: number;
  /** Size of a directory's entry count. */
  readonly lengthBytes: number;
  /** Size of an offset, a value count and an inline value. */
  readonly offsetBytes: number;
  readonly lengthAt: (at: number) => number;
  readonly offsetAt: (at: number) => number;
}

function readLayout(view: DataView): Layout | null {
  const littleEndian = view.getUint16(0) === 0x4949;
  const offset32 = (at: number) => view.getUint32(at, littleEndian);
  const offset64 = (at: number) => Number(view.getBigUint64(at, littleEndian));
  if (view.getUint16(2, littleEndian) !== 43) {
    return {
      littleEndian,
      headerBytes: 8,
      entryBytes: 12,
      lengthBytes: 2,
      offsetBytes: 4,
      lengthAt: (at) => view.getUint16(at, littleEndian),
      offsetAt: offset32,
    };
  }
  // Must be the offset size, followed by zero.
  if (view.getUint16(4, littleEndian) !== 8 || view.getUint16(6, littleEndian) !== 0) return null;
  return {
    littleEndian,
    headerBytes: 16,
    entryBytes: 20,
    lengthBytes: 8,
    offsetBytes: 8,
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
 * Strips a TIFF down to the image: needed bytes stay where they are, all others become zero. Image data isn't decoded.
 * Linear in the file's size.
 * @returns null if it isn't a TIFF that can be parsed completely
 */
export function stripTiffMetadata(bytes: Uint8Array): Uint8Array<ArrayBuffer> | null {
  try {
    return stripToImage(bytes);
  } catch (error) {
    // Thrown for offsets past the end.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function stripToImage(bytes: Uint8Array): Uint8Array<ArrayBuffer> | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const layout = readLayout(view);
  if (layout === null) return null;
  const { headerBytes, entryBytes, lengthBytes, offsetBytes, offsetAt } = layout;
  const cleanBytes = new Uint8Array(bytes.length);
  const output = new DataView(cleanBytes.buffer);
  let end = 0;
  let copiedBytes = 0;
  const copy = (at: number, length: number) => {
    copiedBytes += length;
    if (at + length > bytes.length) throw new RangeError('The file ends before its image.');
    // Without this limit, a small file with many overlapping parts could take very long to copy.
    if (copiedBytes > 2 * bytes.length) throw new RangeError('The image is larger than its file.');
    cleanBytes.set(bytes.subarray(at, at + length), at);
    end = Math.max(end, at + length);
  };
  copy(0, headerBytes);
  const queue = [offsetAt(headerBytes - offsetBytes)];
  const visitedOffsets = new Set<number>();
  let hasImage = false;
  for (let at = queue.pop(); at !== undefined; at = queue.pop()) {
    if (at === 0 || visitedOffsets.has(at)) continue;
    visitedOffsets.add(at);
    if (visitedOffsets.size > MAX_DIRECTORIES) return null;
    const entries = readEntries(view, at, layout);
    const neededEntries = entries.filter(({ tag }) => NEEDED_TAGS.has(tag));
    // Shorter values are stored inline.
    for (const { valuesAt, bytes: length } of neededEntries)
      if (length > offsetBytes) copy(valuesAt, length);
    for (const [offsets, lengths] of DATA_TAGS) {
      const parts = readParts(view, neededEntries, { offsets, lengths, layout });
      hasImage ||= parts.length > 0;
      for (const part of parts) copy(part.at, part.length);
    }
    const nextOffset = offsetAt(at + lengthBytes + entries.length * entryBytes);
    writeDirectory(output, bytes, { at, needed: neededEntries, next: nextOffset, layout });
    end = Math.max(end, at + lengthBytes + offsetBytes + neededEntries.length * entryBytes);
    const subDirectories = neededEntries.filter(({ tag }) => tag === SUB_DIRECTORIES);
    queue.push(nextOffset, ...subDirectories.flatMap((entry) => readIntegers(view, entry, layout)));
  }
  return hasImage ? cleanBytes.slice(0, end) : null;
}

function readEntries(view: DataView, directory: number, layout: Layout): Entry[] {
  const { littleEndian, entryBytes, lengthBytes, offsetBytes, offsetAt } = layout;
  const length = layout.lengthAt(directory);
  if (length > MAX_ENTRIES) throw new RangeError('Too many entries.');
  return Array.from({ length }, (_, index) => {
    const at = directory + lengthBytes + index * entryBytes;
    const type = view.getUint16(at + 2, littleEndian);
    const count = offsetAt(at + 4);
    const bytes = (VALUE_BYTES[type] ?? 0) * count;
    const valueAt = at + 4 + offsetBytes;
    const valuesAt = bytes <= offsetBytes ? valueAt : offsetAt(valueAt);
    return { tag: view.getUint16(at, littleEndian), at, type, count, valuesAt, bytes };
  });
}

/** Returns an entry's integer values. Throws RangeError for other types. */
function readIntegers(view: DataView, entry: Entry, { littleEndian, offsetAt }: Layout): number[] {
  const { type, count, valuesAt, bytes } = entry;
  const readValue = new Map([
    [3, (at: number) => view.getUint16(at, littleEndian)],
    [4, (at: number) => view.getUint32(at, littleEndian)],
    [13, (at: number) => view.getUint32(at, littleEndian)],
    [16, offsetAt],
    [18, offsetAt],
  ]).get(type);
  if (!readValue) throw new RangeError('Not an integer.');
  if (valuesAt + bytes > view.byteLength) throw new RangeError('Too many values.');
  const size = bytes / count;
  return Array.from({ length: count }, (_, index) => readValue(valuesAt + index * size));
}

/** Reads a directory's strips or tiles. Throws RangeError if one has no length. */
function readParts(
  view: DataView,
  entries: readonly Entry[],
  { offsets, lengths, layout }: { offsets: number; lengths: number; layout: Layout },
): { readonly at: number; readonly length: number }[] {
  const offsetEntry = entries.find(({ tag }) => tag === offsets);
  const lengthEntry = entries.find(({ tag }) => tag === lengths);
  if (!offsetEntry) return [];
  const sizes = lengthEntry ? readIntegers(view, lengthEntry, layout) : [];
  return readIntegers(view, offsetEntry, layout).map((at, index) => {
    const length = sizes[index];
    if (length === undefined) throw new RangeError('A part of the image has no length.');
    return { at, length };
  });
}

/** Rewrites a directory in place with the retained entries and the offset of the next directory. */
function writeDirectory(
  output: DataView,
  bytes: Uint8Array,
  {
    at,
    needed: neededEntries,
    next,
    layout,
  }: { at: number; needed: readonly Entry[]; next: number; layout: Layout },
): void {
  const { littleEndian, entryBytes, lengthBytes, offsetBytes } = layout;
  const target = new Uint8Array(output.buffer);
  const write = (value: number, position: number, size: number) => {
    if (size === 2) output.setUint16(position, value, littleEndian);
    else if (size === 4) output.setUint32(position, value, littleEndian);
    else output.setBigUint64(position, BigInt(value), littleEndian);
  };
  write(neededEntries.length, at, lengthBytes);
  for (const [index, entry] of neededEntries.entries()) {
    const to = at + lengthBytes + index * entryBytes;
    target.set(bytes.subarray(entry.at, entry.at + entryBytes), to);
  }
  write(next, at + lengthBytes + neededEntries.length * entryBytes, offsetBytes);
}
