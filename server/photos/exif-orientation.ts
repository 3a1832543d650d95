const EXIF = 'Exif\0\0';
const ORIENTATION_TAG = 0x0112;
const SHORT = 3;
const ENTRY_BYTES = 12;

/**
 * How a camera was held, from the payload of a JPEG's APP1 segment: 1 to 8, where 1 is upright.
 * @returns null when the segment is no EXIF or says nothing usable
 */
export function exifOrientation(payload: Uint8Array): number | null {
  if (payload.length < 14 || text(payload.subarray(0, 6)) !== EXIF) return null;
  const tiff = new DataView(payload.buffer, payload.byteOffset + 6, payload.length - 6);
  const order = tiff.getUint16(0);
  if (order !== 0x4949 && order !== 0x4d4d) return null;
  const little = order === 0x4949;
  const directory = tiff.getUint32(4, little);
  if (directory + 2 > tiff.byteLength) return null;
  const count = tiff.getUint16(directory, little);
  for (let index = 0; index < count; index += 1) {
    const entry = directory + 2 + index * ENTRY_BYTES;
    if (entry + ENTRY_BYTES > tiff.byteLength) return null;
    if (tiff.getUint16(entry, little) !== ORIENTATION_TAG) continue;
    const value = tiff.getUint16(entry + 8, little);
    return tiff.getUint16(entry + 2, little) === SHORT && value >= 1 && value <= 8 ? value : null;
  }
  return null;
}

/** An APP1 segment that says nothing but how the camera was held, so that the picture stays upright. */
export function orientationSegment(orientation: number): Uint8Array<ArrayBuffer> {
  return Uint8Array.from([
    ...[0xff, 0xe1, 0x00, 0x22],
    ...[0x45, 0x78, 0x69, 0x66, 0x00, 0x00],
    // Big-endian TIFF, its directory at 8, with one entry.
    ...[0x4d, 0x4d, 0x00, 0x2a, 0x00, 0x00, 0x00, 0x08, 0x00, 0x01],
    ...[0x01, 0x12, 0x00, 0x03, 0x00, 0x00, 0x00, 0x01, 0x00, orientation, 0x00, 0x00],
    ...[0x00, 0x00, 0x00, 0x00],
  ]);
}

function text(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes);
}
