import { type FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { uuid } from '#schemas/primitives.ts';
import { readContent } from '../files/read-content.ts';
import { authenticate } from '../http/contract/authenticate.ts';
import { ApiFailure } from '../http/failure.ts';
import { sendFile } from '../http/files/send-file.ts';
import { type Services } from '../services.ts';
import { hasShop } from '../shop/has-shop.ts';

/**
 * `GET /files/order/{uuid}`: a file that the person's company uploaded for an order. Always served
 * as a download, so that no browser renders or executes it (security 16).
 */
export function registerOrderFiles(app: FastifyInstance, services: Services): void {
  app.get<{ Params: { uuid: string } }>('/files/order/:uuid', async (request, reply) => {
    const actor = await authenticate(request, services);
    if (!v.is(uuid, request.params.uuid) || !hasShop(actor)) throw new ApiFailure('not_found');
    const file = await app.concurrency.perPerson(actor, () =>
      services.db
        .selectFrom('order_files')
        .select(['content', 'stored_as', 'name'])
        .where('uuid', '=', request.params.uuid)
        .where('company_id', '=', actor.companyId)
        .executeTakeFirst(),
    );
    if (!file) throw new ApiFailure('not_found');
    return sendFile(reply, await readContent(file, services), {
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename*=UTF-8''${encoded(file.name)}`,
      'cache-control': 'no-store',
    });
  });
}

/** Encodes a file name for a header (RFC 8187). */
function encoded(name: string): string {
  const code = (letter: string) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`;
  return encodeURIComponent(name).replaceAll(/['()*]/g, code);
}
