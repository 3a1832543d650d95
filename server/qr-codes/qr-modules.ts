import { create } from 'qrcode';

/** A QR code: its side length in modules, and its dark modules by row and column from 0. */
interface QrModules {
  readonly side: number;
  readonly dark: readonly (readonly [row: number, column: number])[];
}

/**
 * Encodes a text as a QR code with error correction level M (15 %). Throws if the text is longer than 2,331 bytes.
 */
export function encodeQrModules(text: string): QrModules {
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  const { size: side } = modules;
  const positions = Array.from({ length: side * side }, (_, index) => {
    return [Math.floor(index / side), index % side] as const;
  });
  return { side, dark: positions.filter(([row, column]) => modules.get(row, column) !== 0) };
}
