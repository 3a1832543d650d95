import {
  concatBytes,
  MAX_SEGMENTS,
  MAX_PIXELS,
  type PhotoResult,
  rejectedPhoto,
} from './photo-result.ts';

const SIGNATURE_BYTES = 8;
/** Length, name and checksum. */
const FRAME_BYTES = 12;
const HEADER_BYTES = 13;
/** What a picture cannot be shown without; everything else may tell of place and device. */
const KEPT: ReadonlySet<string> = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND']);

/** Reads a PNG chunk by chunk and leaves out all that the picture does not need. */
export function readPng(bytes: Uint8Array): PhotoResult {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const kept: Uint8Array[] = [bytes.subarray(0, SIGNATURE_BYTES)];
  let at = SIGNATURE_BYTES;
  let name = '';
  for (let pieces = 1; name !== 'IEND'; pieces += 1) {
    if (at + FRAME_BYTES > bytes.length || pieces > MAX_SEGMENTS)
      return rejectedPhoto('not_an_image');
    const end = at + FRAME_BYTES + view.getUint32(at);
    if (end > bytes.length) return rejectedPhoto('not_an_image');
    name = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    if (at === SIGNATURE_BYTES && name !== 'IHDR') return rejectedPhoto('not_an_image');
    if (KEPT.has(name)) kept.push(bytes.subarray(at, end));
    at = end;
  }
  const content = concatBytes(kept);
  if (content.length < SIGNATURE_BYTES + FRAME_BYTES + HEADER_BYTES) {
    return rejectedPhoto('not_an_image');
  }
  const header = new DataView(content.buffer);
  const width = header.getUint32(SIGNATURE_BYTES + 8);
  const height = header.getUint32(SIGNATURE_BYTES + 12);
  if (width === 0 || height === 0) return rejectedPhoto('not_an_image');
  if (width * height > MAX_PIXELS) return rejectedPhoto('too_many_pixels');
  return { kind: 'photo', mediaType: 'image/png', width, height, content };
}
