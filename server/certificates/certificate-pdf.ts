import PDFDocument from 'pdfkit';
import { brand } from '#brand';
import { languageTag } from '#schemas/formatting-locale.ts';
import { type Language } from '#schemas/languages.ts';
import {
  type AddressDetails,
  addressLine,
  type CertifiedProducts,
} from '#schemas/warranty-certificate.ts';
import { isPrintable, printableText } from '#schemas/printable.ts';
import { displayEmail } from '#schemas/shown-email.ts';
import { type Environment } from '../environment.ts';
import { fontFor, fontWeights } from './certificate-fonts.ts';
import { type CertificateRow, issuingCompanyOf } from './certificate-row.ts';
import { certificateLabels, type CertificateLabels, formatDay } from './certificate-labels.ts';
import { drawProducts } from './draw-products.ts';
import { BOTTOM, INK, LEFT, type PdfDocument, MUTED, RIGHT, TOP, WIDTH } from './page-layout.ts';
import { qrModules } from '../qr-codes/qr-modules.ts';

const MARK = 44;
const MARK_GRID = 64;
const QR_SIZE = 84;
const GAP = 18;

/** Everything needed to print a certificate. */
interface Printing {
  readonly paper: PdfDocument;
  readonly labels: CertificateLabels;
  /** Language of the labels. */
  readonly language: Language;
  readonly row: CertificateRow;
  /** Target of the QR code. */
  readonly address: string;
}

/**
 * Creates a certificate as an A4 PDF, in its language if translated. The output is always the same, since
 * everything printed was
 * stored at issue.
 */
export async function certificatePdf(
  row: CertificateRow,
  environment: Pick<Environment, 'appUrl'>,
): Promise<Buffer> {
  const { labels, language } = certificateLabels(row.language);
  const paper = new PDFDocument({
    size: 'A4',
    margins: { top: TOP, bottom: 0, left: LEFT, right: LEFT },
    bufferPages: true,
    // Keeps pdfkit from loading its own font for each document.
    font: '',
    lang: languageTag(language),
    displayTitle: true,
    pdfVersion: '1.7',
    info: {
      Title: `${labels.title} ${row.number}`,
      Author: printableText(issuingCompanyOf(row).name),
      Creator: brand.name,
      CreationDate: row.created_at,
    },
  });
  const chunks: Buffer[] = [];
  paper.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => {
    paper.on('end', resolve);
    paper.on('error', reject);
  });
  for (const weight of fontWeights) {
    // pdfkit also accepts a loaded font, which its types omit: loading one takes ten times as long as printing.
    paper.registerFont(weight, fontFor(weight) as unknown as PDFKit.Mixins.PDFFontSource);
  }
  drawCertificate({
    paper,
    labels,
    language,
    row,
    address: publicCertificateUrl(environment, row.number),
  });
  paper.end();
  await ended;
  return Buffer.concat(chunks);
}

function drawCertificate(printing: Printing): void {
  const { paper, labels, row, language } = printing;
  drawHead(printing);
  drawParties(printing);
  drawDates(printing);
  // Written only by `issueCertificate`, from validated input.
  drawProducts(paper, labels, row.products as CertifiedProducts[]);
  if (row.note !== '') drawSection(paper, labels.note, [row.note]);
  drawSection(paper, labels.terms, labels.termsText);
  drawFoot(paper, labels, `${row.number} · ${formatDay(row.issued_date, language)}`);
}

/** Draws the brand, title and number, with the QR code to the public page on the right. */
function drawHead({ paper, labels, row, address }: Printing): void {
  drawMark(paper);
  paper.font('bold').fontSize(15).fillColor(INK);
  paper.text(brand.name, LEFT + MARK + 12, TOP + 3, { lineBreak: false });
  paper.font('regular').fontSize(9).fillColor(MUTED);
  paper.text(brand.manufacturer, LEFT + MARK + 12, TOP + 24, { lineBreak: false });
  const left = RIGHT - QR_SIZE;
  drawQrCode(paper, address, { left, top: TOP, size: QR_SIZE });
  paper.link(left, TOP, QR_SIZE, QR_SIZE, address);
  paper.font('regular').fontSize(7).fillColor(MUTED);
  paper.text(labels.check, left - 30, TOP + QR_SIZE + 4, { width: QR_SIZE + 30, align: 'right' });
  const below = paper.y;
  paper.font('bold').fontSize(22).fillColor(INK);
  paper.text(labels.title, LEFT, TOP + MARK + 18, { width: WIDTH - QR_SIZE - GAP });
  paper.font('regular').fontSize(11).fillColor(INK);
  paper.text(`${labels.number}: ${row.number}`, { width: WIDTH - QR_SIZE - GAP });
  paper.y = Math.max(paper.y, below) + GAP;
}

function drawMark(paper: PdfDocument): void {
  paper.save();
  paper.roundedRect(LEFT, TOP, MARK, MARK, 9).fill(brand.colour.hex);
  paper.translate(LEFT, TOP).scale(MARK / MARK_GRID);
  for (const { d, opacity } of brand.logo) {
    paper.path(d).fillOpacity(opacity).fill('#ffffff', 'even-odd');
  }
  paper.restore();
}

/** Draws the customer and the installer side by side. */
function drawParties({ paper, labels, row }: Printing): void {
  const details = row.address_details as AddressDetails;
  const company = issuingCompanyOf(row);
  const top = paper.y;
  const half = (WIDTH - GAP) / 2;
  const customer = [row.customer_name, addressLine(details), printedEmail(row.customer_email)];
  drawParty(paper, labels.customer, customer, { left: LEFT, top, width: half });
  const below = paper.y;
  const number = company.registration_number;
  const installer = [
    company.name,
    company.address,
    `${company.postal_code} ${company.city}`,
    ...(number === null ? [] : [`${labels.registration}: ${number}`]),
  ];
  drawParty(paper, labels.installer, installer, { left: LEFT + half + GAP, top, width: half });
  paper.y = Math.max(paper.y, below) + GAP;
}

/** Shows an internationalised address in Unicode if the font has its letters. */
function printedEmail(email: string): string {
  const shown = displayEmail(email);
  return isPrintable(shown) ? shown : email;
}

function drawParty(
  paper: PdfDocument,
  label: string,
  lines: readonly string[],
  { left, top, width }: { readonly left: number; readonly top: number; readonly width: number },
): void {
  paper.font('regular').fontSize(9).fillColor(MUTED).text(label, left, top, { width });
  const [first = '', ...others] = lines.map(printableText).filter((line) => line.trim() !== '');
  paper.font('bold').fontSize(11).fillColor(INK).text(first, left, paper.y, { width });
  paper.font('regular').fontSize(10);
  for (const line of others) paper.text(line, left, paper.y, { width });
}

function drawDates({ paper, labels, language, row }: Printing): void {
  const top = paper.y;
  const half = (WIDTH - GAP) / 2;
  const dates = [
    [labels.issued, row.issued_date],
    [labels.validUntil, row.expiration_date],
  ] as const;
  for (const [at, [label, day]] of dates.entries()) {
    const place = { left: LEFT + at * (half + GAP), top, width: half };
    drawParty(paper, label, [formatDay(day, language)], place);
  }
  paper.y += GAP;
}

/** Draws a heading and its paragraphs; moves to the next page if a heading and a line don't fit. */
function drawSection(paper: PdfDocument, heading: string, paragraphs: readonly string[]): void {
  for (const [at, paragraph] of paragraphs.map(printableText).entries()) {
    paper.font('regular').fontSize(9);
    const height = paper.heightOfString(paragraph, { width: WIDTH }) + (at === 0 ? 22 : 0);
    if (paper.y + Math.min(height, BOTTOM - TOP) > BOTTOM) {
      paper.addPage();
      paper.y = TOP;
    }
    if (at === 0) paper.font('bold').fontSize(11).fillColor(INK).text(heading, LEFT, paper.y);
    paper
      .font('regular')
      .fontSize(9)
      .fillColor(INK)
      .text(paragraph, LEFT, paper.y, { width: WIDTH });
    paper.y += 4;
  }
  paper.y += GAP - 4;
}

/** Draws the page numbers, once the number of pages is known. */
function drawFoot(paper: PdfDocument, labels: CertificateLabels, about: string): void {
  const { start, count } = paper.bufferedPageRange();
  for (let at = 0; at < count; at += 1) {
    paper.switchToPage(start + at);
    paper.font('regular').fontSize(8).fillColor(MUTED);
    paper.text(about, LEFT, BOTTOM + 20, { width: WIDTH / 2, lineBreak: false });
    const place = { width: WIDTH / 2, align: 'right', lineBreak: false } as const;
    paper.text(labels.page(at + 1, count), LEFT + WIDTH / 2, BOTTOM + 20, place);
  }
}

/** Draws a text as a QR code of vector shapes, which stay sharp in print. */
function drawQrCode(
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

/** Public URL of a certificate, encoded in its QR code. */
export function publicCertificateUrl(
  { appUrl }: Pick<Environment, 'appUrl'>,
  number: string,
): string {
  return `${new URL(appUrl).origin}/c/${number}`;
}
