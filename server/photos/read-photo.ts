import {
  type PhotoResult,
  rejectedPhoto,
  concatBytes,
  MAX_SEGMENTS,
  MAX_PIXELS,
} from './photo-result.ts';
import { readJpeg } from './read-jpeg.ts';

const JPEG = [0xff, 0xd8, 0xff];
const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/**
 * Detects the image type by content, not by its declared type (security 16), and strips location
 * and device metadata. Never throws.
 */
export function readPhoto(bytes: Uint8Array): PhotoResult {
  if (startsWith(bytes, JPEG)) return readJpeg(bytes);
  if (startsWith(bytes, PNG)) return readPng(bytes);
  return rejectedPhoto('not_an_image');
}

function startsWith(bytes: Uint8Array, signature: readonly number[]): boolean {
  return signature.every((byte, index) => bytes[index] === byte);
}

const SIGNATURE_BYTES = 8;
/** Size of a chunk's length, name and checksum. */
const CHUNK_OVERHEAD_BYTES = 12;
const HEADER_BYTES = 13;
/** Chunks needed to show the image; others may reveal location and device. */
const NEEDED_CHUNKS: ReadonlySet<string> = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND']);

/** Parses a PNG by chunks and keeps only the chunks needed for the image. */
function readPng(bytes: Uint8Array): PhotoResult {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const output: Uint8Array[] = [bytes.subarray(0, SIGNATURE_BYTES)];
  let offset = SIGNATURE_BYTES;
  let name = '';
  for (let chunks = 1; name !== 'IEND'; chunks += 1) {
    if (offset + CHUNK_OVERHEAD_BYTES > bytes.length || chunks > MAX_SEGMENTS)
      return rejectedPhoto('not_an_image');
    const end = offset + CHUNK_OVERHEAD_BYTES + view.getUint32(offset);
    if (end > bytes.length) return rejectedPhoto('not_an_image');
    name = String.fromCharCode(...bytes.subarray(offset + 4, offset + 8));
    if (offset === SIGNATURE_BYTES && name !== 'IHDR') return rejectedPhoto('not_an_image');
    if (NEEDED_CHUNKS.has(name)) output.push(bytes.subarray(offset, end));
    offset = end;
  }
  const content = concatBytes(output);
  if (content.length < SIGNATURE_BYTES + CHUNK_OVERHEAD_BYTES + HEADER_BYTES) {
    return rejectedPhoto('not_an_image');
  }
  const header = new DataView(content.buffer);
  const width = header.getUint32(SIGNATURE_BYTES + 8);
  const height = header.getUint32(SIGNATURE_BYTES + 12);
  if (width === 0 || height === 0) return rejectedPhoto('not_an_image');
  if (width * height > MAX_PIXELS) return rejectedPhoto('too_many_pixels');
  return { kind: 'photo', mediaType: 'image/png', width, height, content };
}
