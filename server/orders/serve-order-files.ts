import { type FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { uuid } from '#schemas/primitives.ts';
import { readContent } from '../files/read-content.ts';
import { serveOwnedFile } from '../http/files/serve-owned-file.ts';
import { type Services } from '../services.ts';
import { hasShop } from '../shop/has-shop.ts';

/**
 * `GET /files/order/{uuid}`: a file that the person's company uploaded for an order. Always served
 * as a download, so that no browser renders or executes it (security 16).
 */
export function registerOrderFiles(app: FastifyInstance, services: Services): void {
  serveOwnedFile(app, services, {
    url: '/files/order/:uuid',
    parse: (id, actor) => (v.is(uuid, id) && hasShop(actor) ? id : null),
    find: (id, actor) =>
      services.db
        .selectFrom('order_files')
        .select(['content', 'stored_as', 'name'])
        .where('uuid', '=', id)
        .where('company_id', '=', actor.companyId)
        .executeTakeFirst(),
    content: (file) => readContent(file, services),
    headers: downloadHeaders,
  });
}

/** Headers for a download that no browser renders. */
export function downloadHeaders({ name }: { readonly name: string }) {
  return {
    'content-type': 'application/octet-stream',
    'content-disposition': `attachment; filename*=UTF-8''${encodeFileName(name)}`,
  };
}

/** Encodes a file name for a header (RFC 8187). */
function encodeFileName(name: string): string {
  const code = (letter: string) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`;
  return encodeURIComponent(name).replaceAll(/['()*]/g, code);
}
