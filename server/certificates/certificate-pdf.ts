import { type Language } from '#schemas/languages.ts';
import {
  type AddressDetails,
  addressLine,
  type CertifiedProducts,
} from '#schemas/warranty-certificate.ts';
import { isPrintable } from '#schemas/printable.ts';
import { displayEmail } from '#schemas/display-email.ts';
import { type Environment } from '../environment.ts';
import { type CertificatePhoto, drawPhotos } from './certificate-photos.ts';
import { type CertificateRow, getIssuingCompany } from './certificate-row.ts';
import { getCertificateLabels, type CertificateLabels, formatDay } from './certificate-labels.ts';
import { drawProducts } from './draw-products.ts';
import { GAP, INK, LEFT, type PdfDocument, MUTED, RIGHT, TOP, WIDTH } from './page-layout.ts';
import { drawBrand, drawColumn, drawPageNumbers, drawSection, LOGO_SIZE } from './page-parts.ts';
import { renderPdf } from './render-pdf.ts';
import { encodeQrModules } from '../qr-codes/qr-modules.ts';

const QR_SIZE = 84;

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
 * Creates a certificate as an A4 PDF, in its own language or, if there is no translation, in English. The output is
 * always the same, because everything printed was stored when the certificate was issued.
 */
export function renderCertificatePdf(
  row: CertificateRow,
  photos: readonly CertificatePhoto[],
  environment: Pick<Environment, 'appUrl'>,
): Promise<Buffer> {
  const { labels, language } = getCertificateLabels(row.language);
  const info = {
    language,
    title: `${labels.title} ${row.number}`,
    author: getIssuingCompany(row).name,
    createdAt: row.created_at,
  };
  return renderPdf(info, (pdf) => drawCertificate(pdf, { row, photos }, environment));
}

/** Draws a certificate starting on the current page, with its own page numbers. */
export function drawCertificate(
  pdf: PdfDocument,
  { row, photos }: Pick<PrintContext, 'row' | 'photos'>,
  environment: Pick<Environment, 'appUrl'>,
): void {
  const { labels, language } = getCertificateLabels(row.language);
  const publicUrl = publicCertificateUrl(environment, row.number);
  const context = { pdf, labels, language, row, photos, publicUrl };
  const firstPage = pdf.bufferedPageRange().count - 1;
  drawHeader(context);
  drawParties(context);
  drawDates(context);
  // Written only by `issueCertificate`, from validated input.
  drawProducts(pdf, labels, row.products as CertifiedProducts[]);
  drawPhotos(pdf, labels.photos, photos);
  if (row.note !== '') drawSection(pdf, labels.note, [row.note]);
  drawSection(pdf, labels.terms, labels.termsText);
  const text = `${row.number} · ${formatDay(row.issued_date, language)}`;
  drawPageNumbers(pdf, { text, firstPage, label: labels.page });
}

/** Draws the brand, title and number, with the QR code to the public page on the right. */
function drawHeader({ pdf, labels, row, publicUrl }: PrintContext): void {
  drawBrand(pdf);
  const left = RIGHT - QR_SIZE;
  drawQrCode(pdf, publicUrl, { left, top: TOP, size: QR_SIZE });
  pdf.link(left, TOP, QR_SIZE, QR_SIZE, publicUrl);
  pdf.font('regular').fontSize(7).fillColor(MUTED);
  pdf.text(labels.check, left - 30, TOP + QR_SIZE + 4, { width: QR_SIZE + 30, align: 'right' });
  const bottom = pdf.y;
  pdf.font('bold').fontSize(22).fillColor(INK);
  pdf.text(labels.title, LEFT, TOP + LOGO_SIZE + 18, { width: WIDTH - QR_SIZE - GAP });
  pdf.font('regular').fontSize(11).fillColor(INK);
  pdf.text(`${labels.number}: ${row.number}`, { width: WIDTH - QR_SIZE - GAP });
  pdf.y = Math.max(pdf.y, bottom) + GAP;
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

/** Returns an internationalised email address in Unicode if the font has its letters; otherwise unchanged. */
function formatEmail(email: string): string {
  const displayedEmail = displayEmail(email);
  return isPrintable(displayedEmail) ? displayedEmail : email;
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
