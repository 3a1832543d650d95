import { readFileSync } from 'node:fs';

/**
 * Width and height from a WebP file's header.
 * @throws if it isn't WebP, or of a kind we don't use
 */
export function webpSize(file: string): { readonly width: number; readonly height: number } {
  const bytes = readFileSync(file);
  const kind = bytes.toString('latin1', 8, 16);
  // Lossy. With an alpha channel the extended header holds the size minus one.
  if (kind === 'WEBPVP8 ') {
    return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
  }
  if (kind === 'WEBPVP8X') {
    return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
  }
  throw new Error(`${file} isn’t a WebP file but ${kind}.`);
}
