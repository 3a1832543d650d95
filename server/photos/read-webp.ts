import { concatBytes, MAX_PIXELS, MAX_SEGMENTS } from './photo-result.ts';

const HEADER_BYTES = 12;
const CHUNK_HEADER_BYTES = 8;
/** Chunks needed to show the image; others may reveal location and device. */
const NEEDED_CHUNKS: ReadonlySet<string> = new Set(['VP8X', 'ALPH', 'VP8 ', 'VP8L']);
/** VP8X flags for chunks that are dropped: colour profile, EXIF and XMP. */
const DROPPED_FLAGS = 0x20 | 0x08 | 0x04;

/**
 * Parses a WebP by chunks and keeps only the chunks needed for the image. Animations and broken images are rejected.
 * @returns the image without metadata; null if it isn't a WebP or is too large to decode
 */
export function readWebp(bytes: Uint8Array): Uint8Array<ArrayBuffer> | null {
  if (readName(bytes, 0) !== 'RIFF' || readName(bytes, 8) !== 'WEBP') return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const keptChunks: Uint8Array[] = [];
  let hasImage = false;
  let offset = HEADER_BYTES;
  for (let chunks = 1; offset + CHUNK_HEADER_BYTES <= bytes.length; chunks += 1) {
    const name = readName(bytes, offset);
    const length = view.getUint32(offset + 4, true);
    // Chunks are padded to an even number of bytes.
    const end = offset + CHUNK_HEADER_BYTES + length + (length % 2);
    if (end > bytes.length || chunks > MAX_SEGMENTS) return null;
    if (NEEDED_CHUNKS.has(name)) {
      const chunk = bytes.slice(offset, end);
      if (name !== 'ALPH' && !hasAllowedSize(name, chunk.subarray(CHUNK_HEADER_BYTES))) return null;
      if (name === 'VP8X')
        chunk[CHUNK_HEADER_BYTES] = (chunk[CHUNK_HEADER_BYTES] ?? 0) & ~DROPPED_FLAGS;
      keptChunks.push(chunk);
      hasImage ||= name.startsWith('VP8') && name !== 'VP8X';
    }
    offset = end;
  }
  if (!hasImage) return null;
  const content = concatBytes([bytes.subarray(0, HEADER_BYTES), ...keptChunks]);
  new DataView(content.buffer).setUint32(4, content.length - CHUNK_HEADER_BYTES, true);
  return content;
}

function readName(bytes: Uint8Array, offset: number): string {
  return String.fromCharCode(...bytes.subarray(offset, offset + 4));
}

/** False if the size is missing, zero or larger than a decoder should allocate. */
function hasAllowedSize(name: string, payload: Uint8Array): boolean {
  if (payload.length < 10) return false;
  const view = new DataView(payload.buffer, payload.byteOffset, payload.length);
  const [width, height] = readSize(name, view);
  return width > 0 && height > 0 && width * height <= MAX_PIXELS;
}

function readSize(name: string, view: DataView): readonly [width: number, height: number] {
  if (name === 'VP8X') {
    return [(view.getUint32(3, true) >>> 8) + 1, (view.getUint32(6, true) >>> 8) + 1];
  }
  if (name === 'VP8L') {
    const bits = view.getUint32(1, true);
    return view.getUint8(0) === 0x2f ? [(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1] : [0, 0];
  }
  const isKeyFrame =
    view.getUint8(3) === 0x9d && view.getUint8(4) === 0x01 && view.getUint8(5) === 0x2a;
  return isKeyFrame ? [view.getUint16(6, true) & 0x3fff, view.getUint16(8, true) & 0x3fff] : [0, 0];
}
