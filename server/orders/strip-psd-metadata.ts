import { concatBytes } from '../photos/photo-result.ts';

/** Size of the header; two length-prefixed sections follow. */
const HEADER_BYTES = 26;
/** Image resources with metadata: IPTC, EXIF (two), XMP. */
const METADATA_RESOURCES: ReadonlySet<number> = new Set([1028, 1058, 1059, 1060]);

/**
 * Strips location, time, device and author metadata from a Photoshop file; layers and pixels are
 * unchanged.
 * @returns null if it isn't a valid file
 */
export function stripPsdMetadata(bytes: Uint8Array): Uint8Array<ArrayBuffer> | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  if (bytes.length < HEADER_BYTES + 4) return null;
  const resourcesOffset = HEADER_BYTES + 4 + view.getUint32(HEADER_BYTES);
  if (resourcesOffset + 4 > bytes.length) return null;
  const end = resourcesOffset + 4 + view.getUint32(resourcesOffset);
  const preservedParts =
    end <= bytes.length ? filterResources(view, bytes, { start: resourcesOffset + 4, end }) : null;
  if (preservedParts === null) return null;
  const length = new Uint8Array(4);
  new DataView(length.buffer).setUint32(
    0,
    preservedParts.reduce((sum, part) => sum + part.length, 0),
  );
  return concatBytes([
    bytes.subarray(0, resourcesOffset),
    length,
    ...preservedParts,
    bytes.subarray(end),
  ]);
}

/**
 * Keeps the resources without metadata. Each has a signature, a number, a name and data, the last two padded to even
 * lengths. Null if malformed.
 */
function filterResources(
  view: DataView,
  bytes: Uint8Array,
  { start, end }: { start: number; end: number },
): Uint8Array[] | null {
  const preservedParts: Uint8Array[] = [];
  for (let offset = start; offset < end;) {
    if (offset + 12 > end) return null;
    const sizeOffset = offset + 6 + roundUpToEven(1 + view.getUint8(offset + 6));
    if (sizeOffset + 4 > end) return null;
    const nextOffset = sizeOffset + 4 + roundUpToEven(view.getUint32(sizeOffset));
    if (nextOffset > end) return null;
    if (!METADATA_RESOURCES.has(view.getUint16(offset + 4)))
      preservedParts.push(bytes.subarray(offset, nextOffset));
    offset = nextOffset;
  }
  return preservedParts;
}

function roundUpToEven(length: number): number {
  return length + (length % 2);
}
