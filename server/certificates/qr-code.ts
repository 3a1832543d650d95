import { qrModules } from '../qr-codes/qr-modules.ts';
import { INK, type PdfDocument } from './page-layout.ts';

/** Draws a text as a QR code: shapes, which stay sharp however it is printed. */
export function drawQrCode(
  paper: PdfDocument,
  text: string,
  { left, top, size }: { readonly left: number; readonly top: number; readonly size: number },
): void {
  const { side, dark } = qrModules(text);
  const point = size / side;
  for (const [row, column] of dark) {
    paper.rect(left + column * point, top + row * point, point, point);
  }
  paper.fill(INK);
}
