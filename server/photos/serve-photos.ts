import { type FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { uuid } from '#schemas/primitives.ts';
import { readContent } from '../files/read-content.ts';
import { serveOwnedFile } from '../http/files/serve-owned-file.ts';
import { type Services } from '../services.ts';

/** `GET /files/photo/{uuid}`: a photo of the person's own company. */
export function registerPhotoFiles(app: FastifyInstance, services: Services): void {
  serveOwnedFile(app, services, {
    url: '/files/photo/:uuid',
    parse: (id) => (v.is(uuid, id) ? id : null),
    find: (id, actor) =>
      services.db
        .selectFrom('photos')
        .select(['content', 'stored_as', 'media_type'])
        .where('uuid', '=', id)
        .where('company_id', '=', actor.companyId)
        .executeTakeFirst(),
    content: (photo) => readContent(photo, services),
    headers: (photo) => ({ 'content-type': photo.media_type, 'content-disposition': 'inline' }),
  });
}
