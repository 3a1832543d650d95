import { create } from 'qrcode';
import { INK, type Paper } from './paper.ts';

/** Draws a text as a QR code: shapes, which stay sharp however it is printed. */
export function drawQrCode(
  paper: Paper,
  text: string,
  { left, top, size }: { readonly left: number; readonly top: number; readonly size: number },
): void {
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  const point = size / modules.size;
  for (let row = 0; row < modules.size; row += 1) {
    for (let column = 0; column < modules.size; column += 1) {
      if (modules.get(row, column) === 0) continue;
      paper.rect(left + column * point, top + row * point, point, point);
    }
  }
  paper.fill(INK);
}
