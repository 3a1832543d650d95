import { create } from 'qrcode';

/** A text as a QR code: how many squares a side has, and which of them are dark, by row and column from 0. */
export interface QrModules {
  readonly side: number;
  readonly dark: readonly (readonly [row: number, column: number])[];
}

/** The QR code of a text, with a seventh of it to spare for what is scratched. Throws where it is too long: 2,331 bytes. */
export function qrModules(text: string): QrModules {
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  const { size: side } = modules;
  const places = Array.from({ length: side * side }, (_, at) => {
    return [Math.floor(at / side), at % side] as const;
  });
  return { side, dark: places.filter(([row, column]) => modules.get(row, column) !== 0) };
}
