import { type FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { uuid } from '#schemas/primitives.ts';
import { serveOwnedFile } from '../http/files/serve-owned-file.ts';
import { type Services } from '../services.ts';
import { renderCertificatePdf } from './certificate-pdf.ts';
import { getCertificatePhotos } from './certificate-photos.ts';
import { getOwnCertificate } from './certificate-row.ts';

const UUID_LENGTH = 36;
const EXTENSION = '.pdf';

/**
 * `GET /files/pdf/{uuid}{companyUuid}.pdf`: downloads a certificate of the person's own company (spec 2 §7).
 * Responds with `not_found` for another company's certificate.
 */
export function registerCertificateFiles(app: FastifyInstance, services: Services): void {
  serveOwnedFile(app, services, {
    url: '/files/pdf/:file',
    parse(name, actor) {
      const file = parseFileName(name);
      return file?.companyId === actor.companyId ? file.certificateId : null;
    },
    find: (id, actor) => getOwnCertificate(services.db, actor, id),
    content: async (row) => {
      const photos = await getCertificatePhotos(services.db, row.uuid);
      return renderCertificatePdf(row, photos, services.environment);
    },
    headers: (row) => ({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="${row.number}.pdf"`,
    }),
  });
}

/** Parses the file name; null if it is invalid. */
function parseFileName(file: string) {
  const ids = file.toLowerCase();
  if (!ids.endsWith(EXTENSION)) return null;
  const certificateId = ids.slice(0, UUID_LENGTH);
  const companyId = ids.slice(UUID_LENGTH, -EXTENSION.length);
  return v.is(uuid, certificateId) && v.is(uuid, companyId) ? { certificateId, companyId } : null;
}
