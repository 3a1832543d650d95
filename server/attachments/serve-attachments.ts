import { type FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { uuid } from '#schemas/primitives.ts';
import { readContent } from '../files/read-content.ts';
import { serveOwnedFile } from '../http/files/serve-owned-file.ts';
import { type Services } from '../services.ts';

/** `GET /files/attachment/{uuid}`: an attachment of the person's own company. */
export function registerAttachmentFiles(app: FastifyInstance, services: Services): void {
  serveOwnedFile(app, services, {
    url: '/files/attachment/:uuid',
    parse: (id) => (v.is(uuid, id) ? id : null),
    find: (id, actor) =>
      services.db
        .selectFrom('attachments')
        .select(['content', 'stored_as', 'media_type'])
        .where('uuid', '=', id)
        .where('company_id', '=', actor.companyId)
        .where('has_content', '=', true)
        .executeTakeFirst(),
    content: (attachment) => readContent(attachment, services),
    headers: ({ media_type }) => ({
      'content-type': media_type,
      'content-disposition': media_type.startsWith('image/') ? 'inline' : 'attachment',
    }),
  });
}
