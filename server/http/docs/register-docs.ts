import { type FastifyInstance } from 'fastify';
import { brand } from '#brand';
import { type Environment } from '#server/environment.ts';
import { renderDocsPage, docsStyle } from './docs-page.ts';
import { findSwaggerUi, registerSwaggerUi } from './swagger-ui.ts';
import { type OpenApiDocument, buildOpenApiDocument } from './openapi.ts';

/**
 * Serves the contract as `/api/openapi.json` and as a page at `/api/docs`, both built on first request. In development,
 * the page is Swagger UI, so that calls can be tried out. In production, or if its package isn't installed, the page is
 * plain HTML.
 */
export function registerDocs(
  app: FastifyInstance,
  { mode }: Pick<Environment, 'mode'>,
  version: string,
): void {
  let cachedDocument: OpenApiDocument | null = null;
  const document = () => (cachedDocument ??= buildOpenApiDocument(version));
  app.get('/api/openapi.json', (_request, reply) =>
    reply.header('cache-control', 'no-cache').send(document()),
  );
  app.get('/api/docs.css', (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('text/css; charset=utf-8').send(docsStyle),
  );
  const swaggerUi = mode === 'production' ? null : findSwaggerUi();
  if (swaggerUi !== null) {
    registerSwaggerUi(app, swaggerUi, brand.name);
    return;
  }
  app.get('/api/docs', (_request, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(renderDocsPage(document())),
  );
}
