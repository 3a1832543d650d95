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
import { displayEmail } from '#schemas/display-email.ts';
import { type Environment } from '../environment.ts';
import { loadFont, fontWeights } from './certificate-fonts.ts';
import { type CertificatePhoto, drawPhotos } from './certificate-photos.ts';
import { type CertificateRow, getIssuingCompany } from './certificate-row.ts';
import { getCertificateLabels, type CertificateLabels, formatDay } from './certificate-labels.ts';
import { drawProducts } from './draw-products.ts';
import { BOTTOM, INK, LEFT, type PdfDocument, MUTED, RIGHT, TOP, WIDTH } from './page-layout.ts';
import { encodeQrModules } from '../qr-codes/qr-modules.ts';

const LOGO_SIZE = 44;
const LOGO_GRID = 64;
const QR_SIZE = 84;
const GAP = 18;

/** Everything needed to print a certificate. */
interface PrintContext {
  readonly pdf: PdfDocument;
  readonly labels: CertificateLabels;
  /** Language of the labels. */
  readonly language: Language;
  readonly row: CertificateRow;
  readonly photos: readonly CertificatePhoto[];
  /** Target of the QR code. */
  readonly publicUrl: string;
}

/**
 * Creates a certificate as an A4 PDF, in its language if translated. The output is always the
 * same, because everything printed was stored when the certificate was issued.
 */
export async function renderCertificatePdf(
  row: CertificateRow,
  photos: readonly CertificatePhoto[],
  environment: Pick<Environment, 'appUrl'>,
): Promise<Buffer> {
  const { labels, language } = getCertificateLabels(row.language);
  const pdf = new PDFDocument({
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
      Author: printableText(getIssuingCompany(row).name),
      Creator: brand.name,
      CreationDate: row.created_at,
    },
  });
  const chunks: Buffer[] = [];
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  const finished = new Promise<void>((resolve, reject) => {
    pdf.on('end', resolve);
    pdf.on('error', reject);
  });
  for (const weight of fontWeights) {
    // pdfkit also accepts a loaded font, which its types omit: loading one takes ten times as long as printing.
    pdf.registerFont(weight, loadFont(weight) as unknown as PDFKit.Mixins.PDFFontSource);
  }
  drawCertificate({
    pdf,
    labels,
    language,
    row,
    photos,
    publicUrl: publicCertificateUrl(environment, row.number),
  });
  pdf.end();
  await finished;
  return Buffer.concat(chunks);
}

function drawCertificate(context: PrintContext): void {
  const { pdf, labels, row, language } = context;
  drawHeader(context);
  drawParties(context);
  drawDates(context);
  // Written only by `issueCertificate`, from validated input.
  drawProducts(pdf, labels, row.products as CertifiedProducts[]);
  drawPhotos(pdf, labels.photos, context.photos);
  if (row.note !== '') drawSection(pdf, labels.note, [row.note]);
  drawSection(pdf, labels.terms, labels.termsText);
  drawFooter(pdf, labels, `${row.number} · ${formatDay(row.issued_date, language)}`);
}

/** Draws the brand, title and number, with the QR code to the public page on the right. */
function drawHeader({ pdf, labels, row, publicUrl: address }: PrintContext): void {
  drawLogo(pdf);
  pdf.font('bold').fontSize(15).fillColor(INK);
  pdf.text(brand.name, LEFT + LOGO_SIZE + 12, TOP + 3, { lineBreak: false });
  pdf.font('regular').fontSize(9).fillColor(MUTED);
  pdf.text(brand.manufacturer, LEFT + LOGO_SIZE + 12, TOP + 24, { lineBreak: false });
  const left = RIGHT - QR_SIZE;
  drawQrCode(pdf, address, { left, top: TOP, size: QR_SIZE });
  pdf.link(left, TOP, QR_SIZE, QR_SIZE, address);
  pdf.font('regular').fontSize(7).fillColor(MUTED);
  pdf.text(labels.check, left - 30, TOP + QR_SIZE + 4, { width: QR_SIZE + 30, align: 'right' });
  const bottom = pdf.y;
  pdf.font('bold').fontSize(22).fillColor(INK);
  pdf.text(labels.title, LEFT, TOP + LOGO_SIZE + 18, { width: WIDTH - QR_SIZE - GAP });
  pdf.font('regular').fontSize(11).fillColor(INK);
  pdf.text(`${labels.number}: ${row.number}`, { width: WIDTH - QR_SIZE - GAP });
  pdf.y = Math.max(pdf.y, bottom) + GAP;
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

/** Draws the customer and the installer side by side. */
function drawParties({ pdf, labels, row }: PrintContext): void {
  const details = row.address_details as AddressDetails;
  const company = getIssuingCompany(row);
  const top = pdf.y;
  const columnWidth = (WIDTH - GAP) / 2;
  const customer = [row.customer_name, addressLine(details), formatEmail(row.customer_email)];
  drawColumn(pdf, labels.customer, customer, { left: LEFT, top, width: columnWidth });
  const bottom = pdf.y;
  const number = company.registration_number;
  const installer = [
    company.name,
    company.address,
    `${company.postal_code} ${company.city}`,
    ...(number === null ? [] : [`${labels.registration}: ${number}`]),
  ];
  drawColumn(pdf, labels.installer, installer, {
    left: LEFT + columnWidth + GAP,
    top,
    width: columnWidth,
  });
  pdf.y = Math.max(pdf.y, bottom) + GAP;
}

/** Shows an internationalised address in Unicode if the font has its letters. */
function formatEmail(email: string): string {
  const displayed = displayEmail(email);
  return isPrintable(displayed) ? displayed : email;
}

function drawColumn(
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

function drawDates({ pdf, labels, language, row }: PrintContext): void {
  const top = pdf.y;
  const columnWidth = (WIDTH - GAP) / 2;
  const dates = [
    [labels.issued, row.issued_date],
    [labels.validUntil, row.expiration_date],
  ] as const;
  for (const [index, [label, day]] of dates.entries()) {
    const options = { left: LEFT + index * (columnWidth + GAP), top, width: columnWidth };
    drawColumn(pdf, label, [formatDay(day, language)], options);
  }
  pdf.y += GAP;
}

/** Draws a heading and its paragraphs; moves to the next page if a heading and a line don't fit. */
function drawSection(pdf: PdfDocument, heading: string, paragraphs: readonly string[]): void {
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

/** Draws the page numbers, once the number of pages is known. */
function drawFooter(pdf: PdfDocument, labels: CertificateLabels, footerText: string): void {
  const { start, count } = pdf.bufferedPageRange();
  for (let index = 0; index < count; index += 1) {
    pdf.switchToPage(start + index);
    pdf.font('regular').fontSize(8).fillColor(MUTED);
    pdf.text(footerText, LEFT, BOTTOM + 20, { width: WIDTH / 2, lineBreak: false });
    const options = { width: WIDTH / 2, align: 'right', lineBreak: false } as const;
    pdf.text(labels.page(index + 1, count), LEFT + WIDTH / 2, BOTTOM + 20, options);
  }
}

/** Draws a text as a QR code of vector shapes, which stay sharp in print. */
function drawQrCode(
  pdf: PdfDocument,
  text: string,
  { left, top, size }: { readonly left: number; readonly top: number; readonly size: number },
): void {
  const { side, dark } = encodeQrModules(text);
  const moduleSize = size / side;
  for (const [row, column] of dark) {
    pdf.rect(left + column * moduleSize, top + row * moduleSize, moduleSize, moduleSize);
  }
  pdf.fill(INK);
}

/** Public URL of a certificate, encoded in its QR code. */
export function publicCertificateUrl(
  { appUrl }: Pick<Environment, 'appUrl'>,
  number: string,
): string {
  return `${new URL(appUrl).origin}/c/${number}`;
}
