import { brand } from '#brand';
import { printableText } from '#schemas/printable.ts';
import { BOTTOM, GAP, INK, LEFT, type PdfDocument, MUTED, TOP, WIDTH } from './page-layout.ts';

export const LOGO_SIZE = 44;
const LOGO_GRID = 64;

/** Draws the logo with the names of the brand and the manufacturer, at the top of a page. */
export function drawBrand(pdf: PdfDocument): void {
  drawLogo(pdf);
  pdf.font('bold').fontSize(15).fillColor(INK);
  pdf.text(brand.name, LEFT + LOGO_SIZE + 12, TOP + 3, { lineBreak: false });
  pdf.font('regular').fontSize(9).fillColor(MUTED);
  pdf.text(brand.manufacturer, LEFT + LOGO_SIZE + 12, TOP + 24, { lineBreak: false });
}

function drawLogo(pdf: PdfDocument): void {
  pdf.save();
  pdf.roundedRect(LEFT, TOP, LOGO_SIZE, LOGO_SIZE, 9).fill(brand.colour.hex);
  pdf.translate(LEFT, TOP).scale(LOGO_SIZE / LOGO_GRID);
  for (const { d, opacity } of brand.logo) {
    pdf.path(d).fillOpacity(opacity).fill('#ffffff', 'even-odd');
  }
  pdf.restore();
}

/** Draws a label above lines of text; the first line is bold. */
export function drawColumn(
  pdf: PdfDocument,
  label: string,
  lines: readonly string[],
  { left, top, width }: { readonly left: number; readonly top: number; readonly width: number },
): void {
  pdf.font('regular').fontSize(9).fillColor(MUTED).text(label, left, top, { width });
  const [first = '', ...others] = lines.map(printableText).filter((line) => line.trim() !== '');
  pdf.font('bold').fontSize(11).fillColor(INK).text(first, left, pdf.y, { width });
  pdf.font('regular').fontSize(10);
  for (const line of others) pdf.text(line, left, pdf.y, { width });
}

/**
 * Draws a heading and its paragraphs. A paragraph that doesn't fit on the page starts on the next one; the heading
 * moves with the first paragraph.
 */
export function drawSection(
  pdf: PdfDocument,
  heading: string,
  paragraphs: readonly string[],
): void {
  for (const [index, paragraph] of paragraphs.map(printableText).entries()) {
    pdf.font('regular').fontSize(9);
    const height = pdf.heightOfString(paragraph, { width: WIDTH }) + (index === 0 ? 22 : 0);
    if (pdf.y + Math.min(height, BOTTOM - TOP) > BOTTOM) {
      pdf.addPage();
      pdf.y = TOP;
    }
    if (index === 0) pdf.font('bold').fontSize(11).fillColor(INK).text(heading, LEFT, pdf.y);
    pdf.font('regular').fontSize(9).fillColor(INK).text(paragraph, LEFT, pdf.y, { width: WIDTH });
    pdf.y += 4;
  }
  pdf.y += GAP - 4;
}

/** Draws a text and the page number at the bottom of each page, once the number of pages is known. */
export function drawPageNumbers(
  pdf: PdfDocument,
  {
    text,
    firstPage = 0,
    label,
  }: {
    readonly text: string;
    readonly firstPage?: number;
    readonly label: (page: number, pageCount: number) => string;
  },
): void {
  const { count } = pdf.bufferedPageRange();
  for (let index = firstPage; index < count; index += 1) {
    pdf.switchToPage(index);
    pdf.font('regular').fontSize(8).fillColor(MUTED);
    pdf.text(text, LEFT, BOTTOM + 20, { width: WIDTH / 2, lineBreak: false });
    const options = { width: WIDTH / 2, align: 'right', lineBreak: false } as const;
    const number = label(index - firstPage + 1, count - firstPage);
    pdf.text(number, LEFT + WIDTH / 2, BOTTOM + 20, options);
  }
}
