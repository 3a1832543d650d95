import qrcode from 'qrcode';
import type { Luma } from './scene.ts';

/** Pixels per module: enough that drawing a film frame never enlarges the label. */
export const MODULE = 6;
/** White modules around the code on its card (the standard requires four). */
export const QUIET = 4;
const PAPER = 228;
const INK = 24;

/**
 * Draws a printed label: a dark code on a light card.
 * @param version of the code, 1 to 40; by default the smallest that fits the text
 */
export function labelPicture(text: string, version?: number): Luma {
  const { modules } = qrcode.create(text, { errorCorrectionLevel: 'M', version });
  return codePicture(modules.size, (row, column) => modules.get(row, column) !== 0);
}

/**
 * Draws the card of a square code.
 * @param size modules per side
 */
export function codePicture(size: number, isInk: (row: number, column: number) => boolean): Luma {
  const side = (size + 2 * QUIET) * MODULE;
  const data = new Uint8Array(side * side).fill(PAPER);
  for (let y = 0; y < side; y += 1) {
    const row = Math.floor(y / MODULE) - QUIET;
    for (let x = 0; x < side; x += 1) {
      const column = Math.floor(x / MODULE) - QUIET;
      const isInside = row >= 0 && column >= 0 && row < size && column < size;
      if (isInside && isInk(row, column)) data[y * side + x] = INK;
    }
  }
  return { width: side, height: side, data };
}
