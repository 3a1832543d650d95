import { formattingLocale } from '#schemas/formatting-locale.ts';
import { type CareTopic, type HandoverTexts, handoverTexts } from '#schemas/handover-texts.ts';
import { type Handover } from '#schemas/handover.ts';
import { printableText } from '#schemas/printable.ts';
import { strokesToPath } from '#schemas/signature.ts';
import { formatDay } from '../certificates/certificate-labels.ts';
import { drawCertificate } from '../certificates/certificate-pdf.ts';
import {
  BOTTOM,
  GAP,
  INK,
  LEFT,
  LINE,
  type PdfDocument,
  MUTED,
  RIGHT,
  TOP,
  WIDTH,
} from '../certificates/page-layout.ts';
import {
  drawBrand,
  drawColumn,
  drawPageNumbers,
  drawSection,
  LOGO_SIZE,
} from '../certificates/page-parts.ts';
import { renderPdf } from '../certificates/render-pdf.ts';
import { type Environment } from '../environment.ts';
import { drawHandoverProducts } from './draw-products.ts';

const PHOTOS_PER_ROW = 3;
const PHOTO_HEIGHT = 120;
const SIGNATURE_HEIGHT = 90;
const SIGNATURE_WIDTH = 260;
/** Width of the drawn line in CSS pixels, as on the phone. */
const PEN_WIDTH = 4;

/** Everything printed in a handover document. */
interface PrintedHandover {
  readonly uuid: string;
  readonly sheet: Handover;
  readonly photos: readonly Uint8Array[];
  readonly certificate: Parameters<typeof drawCertificate>[1] | null;
}

/** Renders the PDF of a signed sheet; the warranty certificate follows on separate pages. */
export async function renderHandoverPdf(
  { uuid, sheet, photos, certificate }: PrintedHandover,
  environment: Pick<Environment, 'appUrl'>,
): Promise<{ readonly content: Buffer; readonly hasUnreadablePhoto: boolean }> {
  const { shown: shownSheet, signed_at } = sheet;
  const texts = handoverTexts(shownSheet.language);
  const info = {
    language: shownSheet.language,
    title: `${texts.title} ${formatDay(shownSheet.day, shownSheet.language)}`,
    author: shownSheet.company,
    createdAt: new Date(signed_at),
  };
  let hasUnreadablePhoto = false;
  const content = await renderPdf(info, (pdf) => {
    drawHeader(pdf, texts, sheet);
    drawHandoverProducts(pdf, texts, shownSheet.products);
    hasUnreadablePhoto = !drawPhotos(pdf, texts, photos);
    const care = shownSheet.care.map(({ topic, text }) => careParagraph(texts, topic, text));
    drawSection(pdf, texts.care, care);
    drawSection(pdf, texts.warranty, shownSheet.warranty);
    drawSignature(pdf, texts, sheet);
    drawHashes(pdf, uuid, sheet.shown_sha256);
    drawPageNumbers(pdf, {
      text: info.title,
      label: (page, pageCount) =>
        texts.page.replace('{at}', String(page)).replace('{of}', String(pageCount)),
    });
    if (certificate === null) return;
    pdf.addPage();
    pdf.y = TOP;
    drawCertificate(pdf, certificate, environment);
  });
  return { content, hasUnreadablePhoto };
}

/** Returns a care instruction. Unless it's a general one, it starts with the name of its product family. */
function careParagraph(texts: HandoverTexts, topic: CareTopic, text: string): string {
  return topic === 'general' ? text : `${texts[`family.${topic}`]}: ${text}`;
}

function drawHeader(pdf: PdfDocument, texts: HandoverTexts, { shown: shownSheet }: Handover): void {
  const { language } = shownSheet;
  drawBrand(pdf);
  pdf.font('bold').fontSize(22).fillColor(INK);
  pdf.text(texts.title, LEFT, TOP + LOGO_SIZE + 18, { width: WIDTH });
  if (shownSheet.replaces !== null) {
    const text = texts.replaces.replace('{day}', formatDay(shownSheet.replaces, language));
    pdf.font('regular').fontSize(11).text(text, { width: WIDTH });
  }
  const top = pdf.y + GAP;
  const width = (WIDTH - 2 * GAP) / 3;
  const columns = [
    [texts.place, shownSheet.place],
    [texts.installer, shownSheet.company],
    [texts.date, formatDay(shownSheet.day, language)],
  ] as const;
  const bottoms = columns.map(([label, text], index) => {
    drawColumn(pdf, label, [text], { left: LEFT + index * (width + GAP), top, width });
    return pdf.y;
  });
  pdf.y = Math.max(...bottoms) + GAP;
}

/**
 * Draws the photos in rows. A photo that can't be read leaves a gap.
 * @returns false if at least one photo couldn't be read
 */
function drawPhotos(
  pdf: PdfDocument,
  texts: HandoverTexts,
  photos: readonly Uint8Array[],
): boolean {
  if (photos.length === 0) return true;
  let isComplete = true;
  const width = (WIDTH - (PHOTOS_PER_ROW - 1) * 8) / PHOTOS_PER_ROW;
  ensureSpace(pdf, PHOTO_HEIGHT + 22);
  pdf.font('bold').fontSize(11).fillColor(INK).text(texts.photos, LEFT, pdf.y);
  let top = pdf.y + 4;
  for (const [index, photo] of photos.entries()) {
    const column = index % PHOTOS_PER_ROW;
    if (column === 0 && index > 0) {
      pdf.y = top + PHOTO_HEIGHT + 8;
      ensureSpace(pdf, PHOTO_HEIGHT);
      top = pdf.y;
    }
    try {
      pdf.image(Buffer.from(photo), LEFT + column * (width + 8), top, {
        fit: [width, PHOTO_HEIGHT],
      });
    } catch {
      isComplete = false;
    }
  }
  pdf.y = top + PHOTO_HEIGHT + GAP;
  return isComplete;
}

/** Draws the statement with the signature below it, on one page. */
function drawSignature(pdf: PdfDocument, texts: HandoverTexts, sheet: Handover): void {
  const { signature, signer_name, shown: shownSheet, signed_at } = sheet;
  const statement = printableText(shownSheet.statement);
  pdf.font('regular').fontSize(11);
  ensureSpace(pdf, pdf.heightOfString(statement, { width: WIDTH }) + SIGNATURE_HEIGHT + 60);
  pdf.fillColor(INK).text(statement, LEFT, pdf.y, { width: WIDTH });
  const top = pdf.y + 8;
  if (signature.kind === 'drawn') {
    const { width, height } = signature.box;
    const scale = Math.min(SIGNATURE_WIDTH / width, SIGNATURE_HEIGHT / height);
    pdf.save();
    pdf.translate(LEFT, top + SIGNATURE_HEIGHT - height * scale).scale(scale);
    pdf.lineWidth(PEN_WIDTH).lineCap('round').lineJoin('round');
    pdf.path(strokesToPath(signature.strokes)).stroke(INK);
    pdf.restore();
  } else {
    pdf.font('regular').fontSize(9).fillColor(MUTED);
    pdf.text(texts.typed, LEFT, top + SIGNATURE_HEIGHT - 16, { width: WIDTH });
  }
  const lineY = top + SIGNATURE_HEIGHT + 2;
  pdf
    .moveTo(LEFT, lineY)
    .lineTo(LEFT + SIGNATURE_WIDTH, lineY)
    .lineWidth(0.5)
    .stroke(LINE);
  const time = new Intl.DateTimeFormat(formattingLocale(shownSheet.language), {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  const lines = [signer_name, `${time.format(new Date(signed_at))} UTC`];
  drawColumn(pdf, texts.signedBy, lines, { left: LEFT, top: lineY + 4, width: WIDTH });
  pdf.y += GAP;
}

/** Prints the sheet's id and the hash of the texts shown, so that the record can settle a dispute. */
function drawHashes(pdf: PdfDocument, uuid: string, hash: string): void {
  ensureSpace(pdf, 24);
  pdf.font('regular').fontSize(7).fillColor(MUTED);
  // The text is in capitals, because the font joins lower-case letters into ligatures, which can't be copied.
  const line = `${uuid} · SHA-256 ${hash}`.toUpperCase();
  pdf.text(line, LEFT, pdf.y, { width: RIGHT - LEFT });
}

function ensureSpace(pdf: PdfDocument, height: number): void {
  if (pdf.y + height <= BOTTOM) return;
  pdf.addPage();
  pdf.y = TOP;
}
