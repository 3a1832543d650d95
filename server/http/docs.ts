import { type FastifyInstance } from 'fastify';
import { docsPage, docsStyle } from './docs-page.ts';
import { type OpenApiDocument, openApiDocument } from './openapi.ts';

/** The contract for machines (`/api/openapi.json`) and for people (`/api/docs`). Made when first asked for. */
export function registerDocs(app: FastifyInstance, version: string): void {
  let made: OpenApiDocument | null = null;
  const document = () => (made ??= openApiDocument(version));
  app.get('/api/openapi.json', (_request, reply) =>
    reply.header('cache-control', 'no-cache').send(document()),
  );
  app.get('/api/docs', (_request, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(docsPage(document())),
  );
  app.get('/api/docs.css', (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('text/css; charset=utf-8').send(docsStyle),
  );
}
