import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type FastifyInstance } from 'fastify';
import { escapeHtml } from './docs-page.ts';

/** Package with Swagger UI's built files, without telemetry. */
const PACKAGE = '@fastify/swagger-ui';
const files = [
  { name: 'swagger-ui-bundle.js', type: 'text/javascript; charset=utf-8' },
  { name: 'swagger-ui.css', type: 'text/css; charset=utf-8' },
] as const;

/** Folder of Swagger UI's files; null if it isn't installed, as in production. */
export function findSwaggerUi(): string | null {
  try {
    return join(
      dirname(createRequire(import.meta.url).resolve(`${PACKAGE}/package.json`)),
      'static',
    );
  } catch {
    return null;
  }
}

/**
 * Serves Swagger UI from this server. The page doesn't keep an entered token after it is closed, and the
 * document isn't sent to an external validator.
 */
export function registerSwaggerUi(app: FastifyInstance, folder: string, title: string): void {
  const serve = (path: string, type: string, content: () => string | Promise<Buffer>) =>
    app.get(path, async (_request, reply) =>
      reply
        .header('cache-control', 'no-cache')
        .type(type)
        .send(await content()),
    );
  serve('/api/docs', 'text/html; charset=utf-8', () => swaggerUiPage(title));
  serve('/api/docs/start.js', 'text/javascript; charset=utf-8', () => startScript);
  for (const { name, type } of files) {
    serve(`/api/docs/${name}`, type, () => readFile(join(folder, name)));
  }
}

/** Creates Swagger UI's page. It has no inline scripts or styles: the content security policy would block them. */
function swaggerUiPage(title: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} API</title><link rel="stylesheet" href="/api/docs/swagger-ui.css"></head>
<body><div id="swagger-ui"></div>
<script src="/api/docs/swagger-ui-bundle.js"></script><script src="/api/docs/start.js"></script></body></html>`;
}

const startScript = `const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
document.documentElement.classList.toggle('dark-mode', isDark);
SwaggerUIBundle({
  dom_id: '#swagger-ui',
  url: '/api/openapi.json',
  presets: [SwaggerUIBundle.presets.apis],
  deepLinking: true,
  docExpansion: 'list',
  filter: true,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  persistAuthorization: false,
  validatorUrl: null,
});
`;
