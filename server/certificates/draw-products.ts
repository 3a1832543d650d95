import { printableText } from '#schemas/printable.ts';
import { type CertifiedProducts } from '#schemas/warranty-certificate.ts';
import { type CertificateLabels } from './certificate-labels.ts';
import {
  BOTTOM,
  INK,
  LEFT,
  LINE,
  type PdfDocument,
  MUTED,
  RIGHT,
  TOP,
  WIDTH,
} from './page-layout.ts';

const QUANTITY_WIDTH = 90;
const TEXT_WIDTH = WIDTH - QUANTITY_WIDTH - 12;
const PADDING = 5;

/**
 * Draws the products by category, with each category's warranty period, on as many pages as needed.
 */
export function drawProducts(
  pdf: PdfDocument,
  labels: CertificateLabels,
  groups: readonly CertifiedProducts[],
): void {
  drawHeading(pdf, labels);
  for (const { name, longevity, products } of groups) {
    const [first] = products;
    // Keeps a category's name together with its first product.
    ensureSpace(pdf, labels, categoryHeight(pdf, name) + (first ? rowHeight(pdf, first) : 0));
    drawCategory(pdf, printableText(name), `${labels.warranty}: ${labels.years(longevity)}`);
    for (const product of products) {
      ensureSpace(pdf, labels, rowHeight(pdf, product));
      drawRow(pdf, product);
    }
  }
  pdf.y += 18;
}

function ensureSpace(pdf: PdfDocument, labels: CertificateLabels, height: number): void {
  if (pdf.y + height <= BOTTOM) return;
  pdf.addPage();
  pdf.y = TOP;
  drawHeading(pdf, labels);
}

function drawHeading(pdf: PdfDocument, labels: CertificateLabels): void {
  const top = pdf.y;
  pdf.font('regular').fontSize(9).fillColor(MUTED);
  pdf.text(labels.product, LEFT, top, { width: TEXT_WIDTH });
  const width = QUANTITY_WIDTH;
  pdf.text(labels.quantity, RIGHT - width, top, { width, align: 'right' });
  pdf.y += 3;
  drawLine(pdf);
}

function categoryHeight(pdf: PdfDocument, name: string): number {
  pdf.font('bold').fontSize(11);
  return pdf.heightOfString(printableText(name), { width: WIDTH / 2 }) + 2 * PADDING;
}

function drawCategory(pdf: PdfDocument, name: string, warranty: string): void {
  const top = pdf.y + PADDING;
  pdf.font('bold').fontSize(11).fillColor(INK);
  pdf.text(warranty, LEFT + WIDTH / 2, top, { width: WIDTH / 2, align: 'right' });
  pdf.text(name, LEFT, top, { width: WIDTH / 2 });
  pdf.y += PADDING;
}

type Product = CertifiedProducts['products'][number];

function rowHeight(pdf: PdfDocument, { name, details }: Product): number {
  pdf.font('regular').fontSize(10);
  const height = pdf.heightOfString(printableText(name), { width: TEXT_WIDTH });
  if (details === '') return height + 2 * PADDING;
  pdf.fontSize(8.5);
  return height + pdf.heightOfString(printableText(details), { width: TEXT_WIDTH }) + 2 * PADDING;
}

function drawRow(pdf: PdfDocument, { name, quantity, details }: Product): void {
  const top = pdf.y + PADDING;
  const width = QUANTITY_WIDTH;
  pdf.font('regular').fontSize(10).fillColor(INK);
  pdf.text(String(quantity), RIGHT - width, top, { width, align: 'right' });
  pdf.text(printableText(name), LEFT, top, { width: TEXT_WIDTH });
  if (details !== '') {
    pdf
      .fontSize(8.5)
      .fillColor(MUTED)
      .text(printableText(details), LEFT, pdf.y, { width: TEXT_WIDTH });
  }
  pdf.y += PADDING;
  drawLine(pdf);
}

function drawLine(pdf: PdfDocument): void {
  pdf.moveTo(LEFT, pdf.y).lineTo(RIGHT, pdf.y).lineWidth(0.5).stroke(LINE);
}
