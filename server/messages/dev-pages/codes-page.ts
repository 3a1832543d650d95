import { type FastifyInstance } from 'fastify';
import { escapeHtml, renderHtmlPage } from '#server/http/docs/docs-page.ts';
import { requireLocalHostname } from '#server/http/local-requests.ts';
import { type Services } from '#server/services.ts';
import { type CapturedCode } from '../providers/memory-delivery.ts';

/**
 * `/dev/codes`: the latest one-time codes, for local development. Not registered in production, and
 * only served under this machine's local host names.
 */
export function registerDevCodes(app: FastifyInstance, services: Services): void {
  const { capturedMessages, environment } = services;
  if (capturedMessages === null || environment.mode === 'production') return;
  app.get('/dev/codes', { onRequest: requireLocalHostname }, (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(renderCodesPage(capturedMessages.codes())),
  );
  app.get('/dev/codes.json', { onRequest: requireLocalHostname }, () => ({
    data: capturedMessages.codes(),
  }));
}

function renderCodesPage(codes: readonly CapturedCode[]): string {
  const rows = codes.map(
    (
      message,
    ) => `<tr><td>${escapeHtml(new Date(message.at).toISOString())}</td><td>${message.channel}</td>
<td>${escapeHtml(message.to)}</td><td><b>${escapeHtml(message.code ?? '')}</b> ${message.purpose ?? 'sign_in'}</td></tr>`,
  );
  const table =
    rows.length === 0 ? '<p>No codes requested yet.</p>' : `<table>${rows.join('\n')}</table>`;
  return renderHtmlPage(
    'One-time codes',
    `<h1>One-time codes</h1>${table}`,
    '<meta http-equiv="refresh" content="3">',
  );
}
