import qrcode from 'qrcode';
import type { Luma } from './scene.ts';

/** Pixels per module: enough that scaling down, not up, makes the label of the film. */
const MODULE = 6;
/** White modules around the code (the standard asks for four) on its card. */
const QUIET = 4;
const PAPER = 228;
const INK = 24;

/** A printed label: a dark code on a light card. */
export function labelPicture(text: string): Luma {
  const { modules } = qrcode.create(text, { errorCorrectionLevel: 'M' });
  const side = (modules.size + 2 * QUIET) * MODULE;
  const data = new Uint8Array(side * side).fill(PAPER);
  for (let y = 0; y < side; y += 1) {
    const row = Math.floor(y / MODULE) - QUIET;
    for (let x = 0; x < side; x += 1) {
      const column = Math.floor(x / MODULE) - QUIET;
      if (isInk(modules, row, column)) data[y * side + x] = INK;
    }
  }
  return { width: side, height: side, data };
}

function isInk(modules: qrcode.BitMatrix, row: number, column: number): boolean {
  if (row < 0 || column < 0 || row >= modules.size || column >= modules.size) return false;
  return modules.get(row, column) !== 0;
}
