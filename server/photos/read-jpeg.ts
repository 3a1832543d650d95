import {
  concatBytes,
  MAX_SEGMENTS,
  MAX_PIXELS,
  type PhotoResult,
  rejectedPhoto,
} from './photo-result.ts';

const START = 0xd8;
const END = 0xd9;
const SCAN = 0xda;
const COMMENT = 0xfe;
const APP0 = 0xe0;
const APP1 = 0xe1;
const APP14 = 0xee;
const APP15 = 0xef;

interface Segment {
  readonly marker: number;
  /** The whole segment, including its marker and length. */
  readonly bytes: Uint8Array;
  readonly payload: Uint8Array;
}

/**
 * Parses a JPEG segment by segment. Drops everything after the image, and the metadata (APP1 to APP15 and comments),
 * but keeps the orientation and the colour transform (APP14).
 */
export function readJpeg(bytes: Uint8Array): PhotoResult {
  const output: Uint8Array[] = [bytes.subarray(0, 2)];
  let size: { width: number; height: number } | null = null;
  let orientation = 1;
  let offset = 2;
  for (let segments = 1; ; segments += 1) {
    const segment = readSegment(bytes, offset);
    if (segment === 'end') break;
    if (segment === 'broken' || segments > MAX_SEGMENTS) return rejectedPhoto('not_an_image');
    offset += segment.bytes.length;
    if (segment.marker === APP1) orientation = readExifOrientation(segment.payload) ?? orientation;
    if (isFrame(segment.marker)) size = readFrameSize(segment.payload);
    if (isMetadata(segment.marker)) continue;
    output.push(segment.bytes);
    if (segment.marker !== SCAN) continue;
    const end = findScanEnd(bytes, offset);
    output.push(bytes.subarray(offset, end));
    offset = end;
  }
  if (size === null || size.width === 0 || size.height === 0) return rejectedPhoto('not_an_image');
  if (size.width * size.height > MAX_PIXELS) return rejectedPhoto('too_many_pixels');
  const [start = new Uint8Array(), ...rest] = output;
  const orientationSegments = orientation === 1 ? [] : [buildOrientationSegment(orientation)];
  const content = concatBytes([start, ...orientationSegments, ...rest, Uint8Array.of(0xff, END)]);
  return { kind: 'photo', mediaType: 'image/jpeg', ...size, content };
}

/**
 * Reads the segment at an offset. Returns `end` at the end marker, or at the end of the file, because a file without an
 * end marker is accepted.
 */
function readSegment(bytes: Uint8Array, from: number): Segment | 'end' | 'broken' {
  let offset = from;
  if (offset >= bytes.length) return 'end';
  if (bytes[offset] !== 0xff) return 'broken';
  while (bytes[offset] === 0xff) offset += 1;
  const marker = bytes[offset];
  if (marker === undefined || marker === END) return 'end';
  const length = ((bytes[offset + 1] ?? 0) << 8) | (bytes[offset + 2] ?? 0);
  const end = offset + 1 + length;
  if (length < 2 || end > bytes.length || marker === START || marker === 0) return 'broken';
  return { marker, bytes: bytes.subarray(from, end), payload: bytes.subarray(offset + 3, end) };
}

/**
 * Finds the offset at which the compressed data ends. This is the offset of the next marker, but stuffed bytes and
 * restart markers are part of the data.
 */
function findScanEnd(bytes: Uint8Array, from: number): number {
  let offset = bytes.indexOf(0xff, from);
  while (offset !== -1) {
    const next = bytes[offset + 1] ?? END;
    const isData = next === 0x00 || (next >= 0xd0 && next <= 0xd7);
    if (!isData && next !== 0xff) return offset;
    offset = bytes.indexOf(0xff, offset + (isData ? 2 : 1));
  }
  return bytes.length;
}

/** Returns true for the frame headers SOF0 to SOF15. Three markers in this range have other meanings. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

function readFrameSize(payload: Uint8Array): { width: number; height: number } | null {
  if (payload.length < 6) return null;
  const view = new DataView(payload.buffer, payload.byteOffset, payload.length);
  return { height: view.getUint16(1), width: view.getUint16(3) };
}

function isMetadata(marker: number): boolean {
  return marker === COMMENT || (marker > APP0 && marker <= APP15 && marker !== APP14);
}

const EXIF = 'Exif\0\0';
const ORIENTATION_TAG = 0x0112;
const SHORT = 3;
const ENTRY_BYTES = 12;

/**
 * Reads the orientation from a JPEG's APP1 payload: 1 to 8, where 1 is upright.
 * @returns null if the payload isn't EXIF or has no valid orientation
 */
export function readExifOrientation(payload: Uint8Array): number | null {
  if (payload.length < 14 || text(payload.subarray(0, 6)) !== EXIF) return null;
  const tiff = new DataView(payload.buffer, payload.byteOffset + 6, payload.length - 6);
  const order = tiff.getUint16(0);
  if (order !== 0x4949 && order !== 0x4d4d) return null;
  const littleEndian = order === 0x4949;
  const directory = tiff.getUint32(4, littleEndian);
  if (directory + 2 > tiff.byteLength) return null;
  const count = tiff.getUint16(directory, littleEndian);
  for (let index = 0; index < count; index += 1) {
    const entry = directory + 2 + index * ENTRY_BYTES;
    if (entry + ENTRY_BYTES > tiff.byteLength) return null;
    if (tiff.getUint16(entry, littleEndian) !== ORIENTATION_TAG) continue;
    const value = tiff.getUint16(entry + 8, littleEndian);
    return tiff.getUint16(entry + 2, littleEndian) === SHORT && value >= 1 && value <= 8
      ? value
      : null;
  }
  return null;
}

/** Builds an APP1 segment with only the orientation, so that the image stays upright. */
export function buildOrientationSegment(orientation: number): Uint8Array<ArrayBuffer> {
  return Uint8Array.from([
    0xff,
    0xe1,
    0x00,
    0x22,
    0x45,
    0x78,
    0x69,
    0x66,
    0x00,
    0x00,
    // Big-endian TIFF with one directory at offset 8 that has one entry.
    0x4d,
    0x4d,
    0x00,
    0x2a,
    0x00,
    0x00,
    0x00,
    0x08,
    0x00,
    0x01,
    0x01,
    0x12,
    0x00,
    0x03,
    0x00,
    0x00,
    0x00,
    0x01,
    0x00,
    orientation,
    0x00,
    0x00,
    0x00,
    0x00,
    0x00,
    0x00,
  ]);
}

function text(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes);
}
