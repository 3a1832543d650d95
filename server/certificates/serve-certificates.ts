import { type FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { uuid } from '#schemas/primitives.ts';
import { authenticate } from '../http/contract/authenticate.ts';
import { ApiFailure } from '../http/failure.ts';
import { sendFile } from '../http/files/send-file.ts';
import { type Services } from '../services.ts';
import { certificatePdf } from './certificate-pdf.ts';
import { getOwnCertificate } from './certificate-row.ts';

const UUID_LENGTH = 36;
const ENDING = '.pdf';

/**
 * `GET /files/pdf/{uuid}{companyUuid}.pdf`: downloads a certificate of the person's own company (spec 2 §7).
 * Another company's is
 * not found.
 */
export function registerCertificateFiles(app: FastifyInstance, services: Services): void {
  app.get<{ Params: { file: string } }>('/files/pdf/:file', async (request, reply) => {
    const actor = await authenticate(request, services);
    const asked = parseFileName(request.params.file);
    if (asked === null || asked.companyId !== actor.companyId) throw new ApiFailure('not_found');
    const row = await app.concurrency.perPerson(actor, () =>
      getOwnCertificate(services.db, actor, asked.certificateId),
    );
    return sendFile(reply, await certificatePdf(row, services.environment), {
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="${row.number}.pdf"`,
      'cache-control': 'no-store',
    });
  });
}

/** Parses the file name; null if it is invalid. */
function parseFileName(file: string) {
  const ids = file.toLowerCase();
  if (!ids.endsWith(ENDING)) return null;
  const certificateId = ids.slice(0, UUID_LENGTH);
  const companyId = ids.slice(UUID_LENGTH, -ENDING.length);
  return v.is(uuid, certificateId) && v.is(uuid, companyId) ? { certificateId, companyId } : null;
}
