import { type Kysely, type Transaction } from 'kysely';
import { type Database } from '../db/tables.ts';
import { readContent } from '../files/read-content.ts';
import { ApiFailure } from '../http/failure.ts';
import { type Services } from '../services.ts';
import { selectSharedPhotos } from '../sharing/shared-photos.ts';
import { printableText } from '#schemas/printable.ts';
import { BOTTOM, INK, LEFT, type PdfDocument, TOP, WIDTH } from './page-layout.ts';

/** A photo printed in a certificate. */
export interface CertificatePhoto {
  readonly caption: string;
  readonly content: Uint8Array;
}

/** The photos of a certificate, in order. */
export function getCertificatePhotos(
  db: Kysely<Database>,
  certificateId: string,
): Promise<CertificatePhoto[]> {
  return db
    .selectFrom('certificate_photos')
    .select(['caption', 'content'])
    .where('certificate_uuid', '=', certificateId)
    .orderBy('position')
    .execute();
}

interface ChosenPhotos {
  readonly certificateId: string;
  readonly companyId: string;
  readonly projectId: string;
  readonly photos: readonly string[];
}

/**
 * Copies photos of the project for its certificate. Throws `photos_not_available` unless each of them is a JPEG photo
 * of the project and the server has its file.
 */
export async function copyPhotos(
  trx: Transaction<Database>,
  { certificateId, ...chosenPhotos }: ChosenPhotos,
  services: Pick<Services, 'files' | 'logger'>,
): Promise<void> {
  const ids = [...new Set(chosenPhotos.photos)];
  if (ids.length === 0) return;
  const sharedPhotos = await selectSharedPhotos(trx, { ...chosenPhotos, photos: ids })
    .select(['attachments.uuid', 'caption', 'content', 'stored_as'])
    .where('media_type', '=', 'image/jpeg')
    .execute();
  for (const [position, id] of ids.entries()) {
    const photo = sharedPhotos.find(({ uuid }) => uuid === id);
    if (!photo) throw new ApiFailure('photos_not_available', { field: 'body.photos' });
    const content = await readContent(photo, services);
    const { caption } = photo;
    await trx
      .insertInto('certificate_photos')
      .values({ certificate_uuid: certificateId, position, caption, content })
      .execute();
  }
}

const COLUMNS = 3;
const GAP = 12;
const PHOTO_WIDTH = (WIDTH - (COLUMNS - 1) * GAP) / COLUMNS;
const PHOTO_HEIGHT = PHOTO_WIDTH * 0.75;

/** Draws up to three photos side by side, with their captions below. */
export function drawPhotos(
  pdf: PdfDocument,
  heading: string,
  photos: readonly CertificatePhoto[],
): void {
  if (photos.length === 0) return;
  pdf.font('regular').fontSize(8.5);
  const captions = photos.map(({ caption }) => printableText(caption));
  const captionHeight = Math.max(
    ...captions.map((caption) => pdf.heightOfString(caption, { width: PHOTO_WIDTH })),
  );
  if (pdf.y + 22 + PHOTO_HEIGHT + 4 + captionHeight > BOTTOM) {
    pdf.addPage();
    pdf.y = TOP;
  }
  pdf.font('bold').fontSize(11).fillColor(INK).text(heading, LEFT, pdf.y);
  const top = pdf.y + 6;
  for (const [index, { content }] of photos.entries()) {
    const left = LEFT + index * (PHOTO_WIDTH + GAP);
    pdf.image(Buffer.from(content), left, top, {
      fit: [PHOTO_WIDTH, PHOTO_HEIGHT],
      align: 'center',
      valign: 'center',
    });
    pdf.font('regular').fontSize(8.5).fillColor(INK);
    pdf.text(captions[index] ?? '', left, top + PHOTO_HEIGHT + 4, { width: PHOTO_WIDTH });
  }
  pdf.y = top + PHOTO_HEIGHT + 4 + captionHeight + 18;
}
