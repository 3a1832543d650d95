import { type FastifyInstance } from 'fastify';
import { escape, page } from '../http/docs-page.ts';
import { requireOwnHost } from '../http/own-host.ts';
import { type Services } from '../services.ts';
import { type KeptCode } from './memory-delivery.ts';

/**
 * `/dev/codes`: the latest one-time codes, for whoever develops on this machine. Not there in production, nor
 * under any other name of the machine.
 */
export function registerDevCodes(app: FastifyInstance, services: Services): void {
  const { kept, environment } = services;
  if (kept === null || environment.mode === 'production') return;
  app.get('/dev/codes', { onRequest: requireOwnHost }, (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(codesPage(kept.codes())),
  );
  app.get('/dev/codes.json', { onRequest: requireOwnHost }, () => ({ data: kept.codes() }));
}

function codesPage(codes: readonly KeptCode[]): string {
  const rows = codes.map(
    (kept) => `<tr><td>${escape(new Date(kept.at).toISOString())}</td><td>${kept.channel}</td>
<td>${escape(kept.to)}</td><td><b>${escape(kept.code ?? '')}</b> ${kept.purpose ?? 'sign_in'}</td></tr>`,
  );
  const table =
    rows.length === 0
      ? '<p>No code has been asked for yet.</p>'
      : `<table>${rows.join('\n')}</table>`;
  return page(
    'One-time codes',
    `<h1>One-time codes</h1>${table}`,
    '<meta http-equiv="refresh" content="3">',
  );
}
