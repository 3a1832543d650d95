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
  paper: PdfDocument,
  labels: CertificateLabels,
  groups: readonly CertifiedProducts[],
): void {
  drawHeading(paper, labels);
  for (const { name, longevity, products } of groups) {
    const [first] = products;
    // Keeps a category's name together with its first product.
    breakPageFor(
      paper,
      labels,
      categoryHeight(paper, name) + (first ? rowHeight(paper, first) : 0),
    );
    drawCategory(paper, printableText(name), `${labels.warranty}: ${labels.years(longevity)}`);
    for (const product of products) {
      breakPageFor(paper, labels, rowHeight(paper, product));
      drawRow(paper, product);
    }
  }
  paper.y += 18;
}

function breakPageFor(paper: PdfDocument, labels: CertificateLabels, height: number): void {
  if (paper.y + height <= BOTTOM) return;
  paper.addPage();
  paper.y = TOP;
  drawHeading(paper, labels);
}

function drawHeading(paper: PdfDocument, labels: CertificateLabels): void {
  const top = paper.y;
  paper.font('regular').fontSize(9).fillColor(MUTED);
  paper.text(labels.product, LEFT, top, { width: TEXT_WIDTH });
  const width = QUANTITY_WIDTH;
  paper.text(labels.quantity, RIGHT - width, top, { width, align: 'right' });
  paper.y += 3;
  drawLine(paper);
}

function categoryHeight(paper: PdfDocument, name: string): number {
  paper.font('bold').fontSize(11);
  return paper.heightOfString(printableText(name), { width: WIDTH / 2 }) + 2 * PADDING;
}

function drawCategory(paper: PdfDocument, name: string, warranty: string): void {
  const top = paper.y + PADDING;
  paper.font('bold').fontSize(11).fillColor(INK);
  paper.text(warranty, LEFT + WIDTH / 2, top, { width: WIDTH / 2, align: 'right' });
  paper.text(name, LEFT, top, { width: WIDTH / 2 });
  paper.y += PADDING;
}

type Product = CertifiedProducts['products'][number];

function rowHeight(paper: PdfDocument, { name, details }: Product): number {
  paper.font('regular').fontSize(10);
  const height = paper.heightOfString(printableText(name), { width: TEXT_WIDTH });
  if (details === '') return height + 2 * PADDING;
  paper.fontSize(8.5);
  return height + paper.heightOfString(printableText(details), { width: TEXT_WIDTH }) + 2 * PADDING;
}

function drawRow(paper: PdfDocument, { name, quantity, details }: Product): void {
  const top = paper.y + PADDING;
  const width = QUANTITY_WIDTH;
  paper.font('regular').fontSize(10).fillColor(INK);
  paper.text(String(quantity), RIGHT - width, top, { width, align: 'right' });
  paper.text(printableText(name), LEFT, top, { width: TEXT_WIDTH });
  if (details !== '') {
    paper
      .fontSize(8.5)
      .fillColor(MUTED)
      .text(printableText(details), LEFT, paper.y, { width: TEXT_WIDTH });
  }
  paper.y += PADDING;
  drawLine(paper);
}

function drawLine(paper: PdfDocument): void {
  paper.moveTo(LEFT, paper.y).lineTo(RIGHT, paper.y).lineWidth(0.5).stroke(LINE);
}
