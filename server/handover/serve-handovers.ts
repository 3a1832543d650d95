import { createHash } from 'node:crypto';
import { type FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { uuid } from '#schemas/primitives.ts';
import { readContent } from '../files/read-content.ts';
import { serveOwnedFile } from '../http/files/serve-owned-file.ts';
import { type Services } from '../services.ts';
import { documentFileName } from './make-document.ts';

/**
 * Serves `GET /files/handover/{uuid}`: the PDF of a signed handover sheet. The sheet must belong to the person's
 * company. Fails if the stored file has been altered.
 */
export function registerHandoverFiles(app: FastifyInstance, services: Services): void {
  serveOwnedFile(app, services, {
    url: '/files/handover/:uuid',
    parse: (id) => (v.is(uuid, id) ? id : null),
    find: (id, actor) =>
      services.db
        .selectFrom('handover_documents')
        .innerJoin('handovers', 'handovers.uuid', 'handover_documents.uuid')
        .select([
          'handover_documents.content',
          'handover_documents.stored_as',
          'handover_documents.sha256',
          'handovers.signed_at',
        ])
        .where('handovers.uuid', '=', id)
        .where('handovers.company_id', '=', actor.companyId)
        .executeTakeFirst(),
    async content(row) {
      const content = await readContent(row, services);
      if (createHash('sha256').update(content).digest('hex') === row.sha256) return content;
      throw new Error('A stored handover document doesn’t match its hash.');
    },
    headers: (row) => ({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="${documentFileName(row)}"`,
    }),
  });
}
