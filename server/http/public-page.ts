import { type FastifyInstance } from 'fastify';
import { brand } from '#brand';
import { languageTag } from '#schemas/formatting-locale.ts';
import { type Language } from '#schemas/languages.ts';
import { escapeHtml } from './docs/docs-page.ts';

const STYLE_PATH = '/c/page.css';

/** Registers the style sheet for pages that anyone with the link can open. */
export function registerPublicStyle(app: FastifyInstance): void {
  app.get(STYLE_PATH, (_request, reply) => reply.type('text/css; charset=utf-8').send(style));
}

/**
 * Renders a public page.
 * @param body HTML with all texts escaped
 */
export function renderPublicPage(title: string, language: Language, body: string): string {
  return `<!doctype html>
<html lang="${languageTag(language)}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title><link rel="stylesheet" href="${STYLE_PATH}"></head>
<body><header>${escapeHtml(brand.name)}</header><main>${body}</main></body></html>`;
}

const style = `:root { color-scheme: light dark; font: 1.0625rem/1.5 system-ui, sans-serif; }
body { max-width: 38rem; margin: 0 auto; padding: 1.25rem; }
header { font-weight: 700; color: light-dark(#a63320, #ff9c86); }
h1 { font-size: 1.6rem; line-height: 1.2; }
h2 { font-size: 1.2rem; }
h3 { font-size: 1rem; margin-block-end: 0; }
h3 + p { margin-block: 0; }
.status { padding: 0.75rem 1rem; border-inline-start: 0.35rem solid; font-weight: 600; }
.valid { border-color: light-dark(#1a7f4b, #5fd39b); }
.warning { border-color: light-dark(#9a6400, #f0b94d); }
.invalid { border-color: light-dark(#b3261e, #ff8a80); }
dl div { padding-block: 0.4rem; }
dt { font-size: 0.875rem; color: light-dark(#4b5563, #b6bfcc); }
dd { margin: 0; overflow-wrap: anywhere; }
li { overflow-wrap: anywhere; }
figure { margin: 0 0 1.5rem; }
figure img { display: block; width: 100%; height: auto; border-radius: 0.75rem; }
figcaption { padding-block-start: 0.4rem; overflow-wrap: anywhere; }
`;
