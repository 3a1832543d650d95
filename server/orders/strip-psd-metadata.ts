import { concatBytes } from '../photos/photo-result.ts';

/** Size of the header, which two length-prefixed sections follow. */
const HEADER_BYTES = 26;
/** Image resources with metadata: IPTC, EXIF (two), XMP. */
const NOTES: ReadonlySet<number> = new Set([1028, 1058, 1059, 1060]);

/**
 * Strips location, time, device and author metadata from a Photoshop file; layers and pixels are
 * unchanged.
 * @returns null if it isn't a valid file
 */
export function stripPsdMetadata(bytes: Uint8Array): Uint8Array<ArrayBuffer> | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  if (bytes.length < HEADER_BYTES + 4) return null;
  const resourcesAt = HEADER_BYTES + 4 + view.getUint32(HEADER_BYTES);
  if (resourcesAt + 4 > bytes.length) return null;
  const end = resourcesAt + 4 + view.getUint32(resourcesAt);
  const kept =
    end <= bytes.length ? keptResources(view, bytes, { at: resourcesAt + 4, end }) : null;
  if (kept === null) return null;
  const length = new Uint8Array(4);
  new DataView(length.buffer).setUint32(
    0,
    kept.reduce((sum, part) => sum + part.length, 0),
  );
  return concatBytes([bytes.subarray(0, resourcesAt), length, ...kept, bytes.subarray(end)]);
}

/**
 * Each resource has a signature, a number, a name and data, the last two padded to even lengths.
 * Null if malformed.
 */
function keptResources(
  view: DataView,
  bytes: Uint8Array,
  { at, end }: { at: number; end: number },
): Uint8Array[] | null {
  const kept: Uint8Array[] = [];
  for (let from = at; from < end;) {
    if (from + 12 > end) return null;
    const sizeAt = from + 6 + even(1 + view.getUint8(from + 6));
    if (sizeAt + 4 > end) return null;
    const next = sizeAt + 4 + even(view.getUint32(sizeAt));
    if (next > end) return null;
    if (!NOTES.has(view.getUint16(from + 4))) kept.push(bytes.subarray(from, next));
    from = next;
  }
  return kept;
}

function even(length: number): number {
  return length + (length % 2);
}
