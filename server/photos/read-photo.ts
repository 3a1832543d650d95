import { type PhotoResult, rejectedPhoto } from './photo-result.ts';
import { readJpeg } from './read-jpeg.ts';
import { readPng } from './read-png.ts';

const JPEG = [0xff, 0xd8, 0xff];
const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/**
 * Reads a picture by what its bytes are, whatever was said of them (security 16), and cleans it of
 * what tells where and with what it was taken. Never throws.
 */
export function readPhoto(bytes: Uint8Array): PhotoResult {
  if (startsWith(bytes, JPEG)) return readJpeg(bytes);
  if (startsWith(bytes, PNG)) return readPng(bytes);
  return rejectedPhoto('not_an_image');
}

function startsWith(bytes: Uint8Array, magic: readonly number[]): boolean {
  return magic.every((byte, index) => bytes[index] === byte);
}
