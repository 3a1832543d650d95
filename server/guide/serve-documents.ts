import { type FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { uuid } from '#schemas/primitives.ts';
import { ApiFailure } from '../http/failure.ts';
import { sendFile } from '../http/files/send-file.ts';
import { type Services } from '../services.ts';

const documentParams = v.object({
  file: v.pipe(
    v.string(),
    v.endsWith('.pdf'),
    v.transform((name) => name.slice(0, -'.pdf'.length)),
    uuid,
  ),
});

/**
 * `GET /files/guide/{uuid}.pdf`: a manual or care sheet. The documents are public and immutable, so that devices can
 * cache them for offline use.
 */
export function registerGuideDocuments(app: FastifyInstance, { db }: Services): void {
  app.get('/files/guide/:file', async (request, reply) => {
    const parsed = v.safeParse(documentParams, request.params);
    if (!parsed.success) throw new ApiFailure('not_found');
    const document = await app.concurrency.perAddress(request.ip, () =>
      db
        .selectFrom('guide_documents')
        .select('content')
        .where('uuid', '=', parsed.output.file)
        .where('is_complete', '=', true)
        .executeTakeFirst(),
    );
    if (!document) throw new ApiFailure('not_found');
    return sendFile(reply, document.content, {
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="${parsed.output.file}.pdf"`,
      'cache-control': 'public, max-age=31536000, immutable',
    });
  });
}
