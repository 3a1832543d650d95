import { type HandoverTexts } from '#schemas/handover-texts.ts';
import { type HandoverProduct } from '#schemas/handover.ts';
import { printableText } from '#schemas/printable.ts';
import {
  BOTTOM,
  GAP,
  INK,
  LEFT,
  LINE,
  MUTED,
  type PdfDocument,
  RIGHT,
  TOP,
  WIDTH,
} from '../certificates/page-layout.ts';

const COUNT_WIDTH = 70;
const TEXT_WIDTH = WIDTH - COUNT_WIDTH - 12;
const PADDING = 5;

/** Draws the products with serial number, warranty and quantity, on as many pages as needed. */
export function drawHandoverProducts(
  pdf: PdfDocument,
  texts: HandoverTexts,
  products: readonly HandoverProduct[],
): void {
  drawHeading(pdf, texts);
  for (const product of products) {
    const details = productDetails(texts, product);
    const height = rowHeight(pdf, product, details);
    if (pdf.y + height > BOTTOM) {
      pdf.addPage();
      pdf.y = TOP;
      drawHeading(pdf, texts);
    }
    drawRow(pdf, product, details);
  }
  pdf.y += GAP;
}

function drawHeading(pdf: PdfDocument, texts: HandoverTexts): void {
  const top = pdf.y;
  pdf.font('regular').fontSize(9).fillColor(MUTED);
  pdf.text(texts.product, LEFT, top, { width: TEXT_WIDTH });
  pdf.text(texts.quantity, RIGHT - COUNT_WIDTH, top, { width: COUNT_WIDTH, align: 'right' });
  pdf.y += 3;
  drawLine(pdf);
}

function productDetails(
  texts: HandoverTexts,
  { code, serial, warranty_years: years }: HandoverProduct,
): string {
  const parts = [
    code,
    ...(serial === null ? [] : [`${texts.serial}: ${serial}`]),
    ...(years === null ? [] : [`${texts.years}: ${years}`]),
  ];
  return printableText(parts.filter((part) => part !== '').join(' · '));
}

function rowHeight(pdf: PdfDocument, { name }: HandoverProduct, details: string): number {
  const options = { width: TEXT_WIDTH };
  const nameHeight = pdf.font('bold').fontSize(10).heightOfString(printableText(name), options);
  return (
    nameHeight + pdf.font('regular').fontSize(9).heightOfString(details, options) + 2 * PADDING
  );
}

function drawRow(pdf: PdfDocument, { name, count }: HandoverProduct, details: string): void {
  const top = pdf.y + PADDING;
  pdf.font('regular').fontSize(10).fillColor(INK);
  pdf.text(String(count), RIGHT - COUNT_WIDTH, top, { width: COUNT_WIDTH, align: 'right' });
  pdf.font('bold').text(printableText(name), LEFT, top, { width: TEXT_WIDTH });
  pdf.font('regular').fontSize(9).fillColor(MUTED);
  pdf.text(details, LEFT, pdf.y, { width: TEXT_WIDTH });
  pdf.y += PADDING;
  drawLine(pdf);
}

function drawLine(pdf: PdfDocument): void {
  pdf.moveTo(LEFT, pdf.y).lineTo(RIGHT, pdf.y).lineWidth(0.5).stroke(LINE);
}
