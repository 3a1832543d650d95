import { type FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { uuid } from '#schemas/primitives.ts';
import { readContent } from '../files/read-content.ts';
import { authenticate } from '../http/contract/authenticate.ts';
import { ApiFailure } from '../http/failure.ts';
import { sendFile } from '../http/files/send-file.ts';
import { type Services } from '../services.ts';

/**
 * `GET /files/photo/{uuid}`: a photo of the person's own company; `not_found` for another
 * company's. Not part of the JSON contract, because it returns bytes.
 */
export function registerPhotoFiles(app: FastifyInstance, services: Services): void {
  app.get<{ Params: { uuid: string } }>('/files/photo/:uuid', async (request, reply) => {
    const actor = await authenticate(request, services);
    if (!v.is(uuid, request.params.uuid)) throw new ApiFailure('not_found');
    const photo = await app.concurrency.perPerson(actor, () =>
      services.db
        .selectFrom('photos')
        .select(['content', 'stored_as', 'media_type'])
        .where('uuid', '=', request.params.uuid)
        .where('company_id', '=', actor.companyId)
        .executeTakeFirst(),
    );
    if (!photo) throw new ApiFailure('not_found');
    return sendFile(reply, await readContent(photo, services), {
      'content-type': photo.media_type,
      'content-disposition': 'inline',
      'cache-control': 'no-store',
    });
  });
}
