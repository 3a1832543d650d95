import PDFDocument from 'pdfkit';
import { brand } from '#brand';
import { languageTag } from '#schemas/formatting-locale.ts';
import { type Language } from '#schemas/languages.ts';
import { printableText } from '#schemas/printable.ts';
import { fontWeights, loadFont } from './certificate-fonts.ts';
import { LEFT, type PdfDocument, TOP } from './page-layout.ts';

interface PdfInfo {
  readonly language: Language;
  readonly title: string;
  readonly author: string;
  readonly createdAt: Date;
}

/** Creates an A4 PDF. The same drawing produces the same bytes. */
export async function renderPdf(
  { language, title, author, createdAt }: PdfInfo,
  draw: (pdf: PdfDocument) => void,
): Promise<Buffer> {
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
      Title: title,
      Author: printableText(author),
      Creator: brand.name,
      CreationDate: createdAt,
    },
  });
  const chunks: Buffer[] = [];
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  const finish = new Promise<void>((resolve, reject) => {
    pdf.on('end', resolve);
    pdf.on('error', reject);
  });
  for (const weight of fontWeights) {
    // Loading a font takes ten times as long as printing, so loaded fonts are kept for the next PDF. pdfkit accepts a
    // loaded font, although its types don't allow one.
    pdf.registerFont(weight, loadFont(weight) as unknown as PDFKit.Mixins.PDFFontSource);
  }
  draw(pdf);
  pdf.end();
  await finish;
  return Buffer.concat(chunks);
}
