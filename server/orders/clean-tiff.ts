/** Bytes of one value, by the type's number (TIFF 6.0 §2; 13 is an offset of a directory). */
const VALUE_BYTES = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4];
const ENTRY_BYTES = 12;
const SUB_DIRECTORIES = 330;
/** Where the picture's data lie, and the tag that says how long each part is. */
const DATA = new Map([
  [273, 279],
  [324, 325],
]);
/**
 * What a picture is shown by: its measures, colours, compression and parts, how it is to be held, and its
 * colour profile. Everything else may tell of place, time, device or person.
 */
const KEPT: ReadonlySet<number> = new Set([
  ...[254, 255, 256, 257, 258, 259, 262, 263, 264, 265, 266, 273, 274, 277, 278, 279, 280, 281],
  ...[282, 283, 284, 288, 289, 290, 291, 292, 293, 296, 297, 301, 317, 318, 319, 320, 321, 322],
  ...[323, 324, 325, SUB_DIRECTORIES, 332, 334, 336, 338, 339, 340, 341, 347, 529, 530, 531, 532],
  34675,
]);
/** The most directories that are followed (pages and their smaller copies), and the most entries of one. */
const MAX_DIRECTORIES = 200;
const MAX_ENTRIES = 500;

interface Entry {
  readonly tag: number;
  /** Where its twelve bytes begin. */
  readonly at: number;
  readonly type: number;
  readonly count: number;
  /** Where its values lie: in the entry itself, or elsewhere. */
  readonly valuesAt: number;
  readonly bytes: number;
}

/**
 * A TIFF with nothing in it but the picture: what is needed stays where it is, all other bytes are nought. Its
 * data are never decoded. Takes time in proportion to the file.
 * @returns null for what is no TIFF that can be read to its end
 */
export function cleanTiff(bytes: Uint8Array): Uint8Array<ArrayBuffer> | null {
  try {
    return keepPicture(bytes);
  } catch (error) {
    // An offset that points past the end.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function keepPicture(bytes: Uint8Array): Uint8Array<ArrayBuffer> | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const little = view.getUint16(0) === 0x4949;
  const clean = new Uint8Array(bytes.length);
  const written = new DataView(clean.buffer);
  let end = 0;
  let held = 0;
  const keep = (at: number, length: number) => {
    held += length;
    if (at + length > bytes.length) throw new RangeError('The file ends before its picture.');
    // Parts that lie on top of each other would be copied for ever.
    if (held > 2 * bytes.length) throw new RangeError('The picture is larger than its file.');
    clean.set(bytes.subarray(at, at + length), at);
    end = Math.max(end, at + length);
  };
  keep(0, 8);
  const waiting = [view.getUint32(4, little)];
  const seen = new Set<number>();
  let hasPicture = false;
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (at === 0 || seen.has(at)) continue;
    seen.add(at);
    if (seen.size > MAX_DIRECTORIES) return null;
    const entries = entriesOf(view, at, little);
    const kept = entries.filter(({ tag }) => KEPT.has(tag));
    // What is no longer than that lies in the entry itself.
    for (const { valuesAt, bytes: length } of kept) if (length > 4) keep(valuesAt, length);
    for (const [offsets, lengths] of DATA) {
      const parts = partsOf(view, kept, { offsets, lengths, little });
      hasPicture ||= parts.length > 0;
      for (const part of parts) keep(part.at, part.length);
    }
    const next = view.getUint32(at + 2 + entries.length * ENTRY_BYTES, little);
    writeDirectory(written, bytes, { at, kept, next, little });
    end = Math.max(end, at + 6 + kept.length * ENTRY_BYTES);
    const inner = kept.filter(({ tag }) => tag === SUB_DIRECTORIES);
    waiting.push(next, ...inner.flatMap((entry) => numbersOf(view, entry, little)));
  }
  return hasPicture ? clean.slice(0, end) : null;
}

function entriesOf(view: DataView, directory: number, little: boolean): Entry[] {
  const length = view.getUint16(directory, little);
  if (length > MAX_ENTRIES) throw new RangeError('Too many entries.');
  return Array.from({ length }, (_, index) => {
    const at = directory + 2 + index * ENTRY_BYTES;
    const type = view.getUint16(at + 2, little);
    const count = view.getUint32(at + 4, little);
    const bytes = (VALUE_BYTES[type] ?? 0) * count;
    const valuesAt = bytes <= 4 ? at + 8 : view.getUint32(at + 8, little);
    return { tag: view.getUint16(at, little), at, type, count, valuesAt, bytes };
  });
}

/** The values of an entry of whole numbers; a value of another type ends the reading of the file. */
function numbersOf(view: DataView, { type, count, valuesAt }: Entry, little: boolean): number[] {
  const isShort = type === 3;
  if (!isShort && type !== 4 && type !== 13) throw new RangeError('No whole number.');
  if (valuesAt + count * (isShort ? 2 : 4) > view.byteLength) throw new RangeError('Too many.');
  return Array.from({ length: count }, (_, index) =>
    isShort
      ? view.getUint16(valuesAt + index * 2, little)
      : view.getUint32(valuesAt + index * 4, little),
  );
}

/** The strips or tiles of a directory. Throws RangeError where one has no length. */
function partsOf(
  view: DataView,
  entries: readonly Entry[],
  { offsets, lengths, little }: { offsets: number; lengths: number; little: boolean },
): { readonly at: number; readonly length: number }[] {
  const where = entries.find(({ tag }) => tag === offsets);
  const long = entries.find(({ tag }) => tag === lengths);
  if (!where) return [];
  const sizes = long ? numbersOf(view, long, little) : [];
  return numbersOf(view, where, little).map((at, index) => {
    const length = sizes[index];
    if (length === undefined) throw new RangeError('A part of the picture has no length.');
    return { at, length };
  });
}

/** Writes the directory anew in its old place: fewer entries, then where the next one is. */
function writeDirectory(
  written: DataView,
  bytes: Uint8Array,
  { at, kept, next, little }: { at: number; kept: readonly Entry[]; next: number; little: boolean },
): void {
  const target = new Uint8Array(written.buffer);
  written.setUint16(at, kept.length, little);
  for (const [index, entry] of kept.entries()) {
    const to = at + 2 + index * ENTRY_BYTES;
    target.set(bytes.subarray(entry.at, entry.at + ENTRY_BYTES), to);
  }
  written.setUint32(at + 2 + kept.length * ENTRY_BYTES, next, little);
}
