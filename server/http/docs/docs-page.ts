import { type JsonSchema } from '@valibot/to-json-schema';
import { type OpenApiDocument, type Operation } from './openapi.ts';

/** Renders the document as one HTML page. It needs no scripts, because its sections fold with `<details>`. */
export function renderDocsPage(document: OpenApiDocument): string {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      tags: operation.tags,
      section: renderOperation(path, method, operation),
    })),
  );
  const subjects = document.tags.map(({ name, description }) => {
    const sections = operations.filter(({ tags }) => tags.includes(name));
    return `<h2>${escapeHtml(name)}</h2><p>${renderText(description)}</p>
${sections.map(({ section }) => section).join('\n')}`;
  });
  const schemas = Object.entries(document.components.schemas).map(
    ([
      name,
      schema,
    ]) => `<details id="${escapeHtml(name)}"><summary><code>${escapeHtml(name)}</code></summary>
${renderSchema(schema)}</details>`,
  );
  return renderHtmlPage(
    `${escapeHtml(document.info.title)} API`,
    `<header><h1>${escapeHtml(document.info.title)} API</h1>
<p>Version ${escapeHtml(document.info.version)}. ${renderText(document.info.description)}
Also available as <a href="/api/openapi.json">openapi.json</a> (OpenAPI ${document.openapi}).</p></header>
<main>${subjects.join('\n')}
<h2>Schemas</h2>
${schemas.join('\n')}</main>`,
  );
}

function renderOperation(path: string, method: string, operation: Operation): string {
  const access = operation.security.length > 0 ? 'requires a session' : 'public';
  return `<details id="${escapeHtml(operation.operationId)}"><summary><b class="${escapeHtml(method)}">${escapeHtml(method.toUpperCase())}</b>
<code>/api${escapeHtml(path)}</code> <span>${escapeHtml(operation.summary)}</span></summary>
<p><code>${escapeHtml(operation.operationId)}</code>, ${access}.</p>
${renderParameters(operation)}
${renderBody(operation)}
${renderResponses(operation)}</details>`;
}

function renderParameters(operation: Operation): string {
  if (operation.parameters.length === 0) return '';
  const rows = operation.parameters.map(
    (
      parameter,
    ) => `<tr><th scope="row"><code>${escapeHtml(parameter.name)}</code></th><td>${parameter.in}</td>
<td>${parameter.required ? 'required' : 'optional'}</td><td>${renderText(parameter.description ?? '')}
<code>${escapeHtml(JSON.stringify(parameter.schema))}</code></td></tr>`,
  );
  return `<h3>Parameters</h3><table>${rows.join('\n')}</table>`;
}

function renderBody(operation: Operation): string {
  if (operation.requestBody === undefined) return '';
  const parts = Object.entries(operation.requestBody.content).map(
    ([type, { schema }]) => `<p><code>${escapeHtml(type)}</code></p>${renderSchema(schema)}`,
  );
  return `<h3>Body</h3>${parts.join('\n')}`;
}

function renderResponses(operation: Operation): string {
  const rows = Object.entries(operation.responses).map(([status, response]) => {
    const schema = response.content['application/json']?.schema ?? {};
    return `<tr><th scope="row">${escapeHtml(status)}</th><td>${renderText(response.description)}${renderSchema(schema)}</td></tr>`;
  });
  return `<h3>Responses</h3><table>${rows.join('\n')}</table>`;
}

/** Renders a schema as JSON with links to the schemas it references. */
function renderSchema(schema: JsonSchema): string {
  const text = escapeHtml(JSON.stringify(schema, null, 2));
  return `<pre>${text.replace(
    /#\/components\/schemas\/(\w+)/g,
    (pointer, name: string) => `<a href="#${name}">${pointer}</a>`,
  )}</pre>`;
}

/** Renders text as HTML, in which words in backticks become `<code>` elements. */
function renderText(text: string): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>');
}

/** Renders one of the server's own pages, with the `docsStyle` style sheet. */
export function renderHtmlPage(title: string, body: string, head = ''): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title><link rel="stylesheet" href="/api/docs.css">${head}</head>
<body>${body}</body></html>`;
}

/** Escapes text for HTML, including quoted attributes. */
export function escapeHtml(text: string): string {
  const entities: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

/** Style sheet of the server's own pages. */
export const docsStyle = `:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 62rem; margin: 0 auto; padding: 1rem; }
details { border-block-start: 1px solid color-mix(in srgb, currentColor 20%, transparent); }
summary { padding: 0.75rem 0; cursor: pointer; }
summary b { display: inline-block; min-width: 4.5rem; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: start; vertical-align: top; padding: 0.25rem 1rem 0.25rem 0; overflow-wrap: anywhere; }
pre { overflow: auto; max-height: 24rem; padding: 0.75rem; border-radius: 0.5rem;
  background: color-mix(in srgb, currentColor 8%, transparent); font-size: 0.85rem; }
code { font-size: 0.9em; }
`;
