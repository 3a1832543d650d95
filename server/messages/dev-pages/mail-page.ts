import { type FastifyInstance, type FastifyReply } from 'fastify';
import * as v from 'valibot';
import { catalogueLanguages } from '#schemas/languages.ts';
import { escapeHtml, renderHtmlPage } from '#server/http/docs/docs-page.ts';
import { ApiFailure } from '#server/http/failure.ts';
import { requireLocalHostname } from '#server/http/local-requests.ts';
import { contentSecurityPolicy } from '#server/http/security-headers.ts';
import { type Services } from '#server/services.ts';
import { type Envelope, type Message } from '../providers/delivery.ts';
import { isCode, type CapturedMessage } from '../providers/memory-delivery.ts';
import { sampleMessages } from '../templates/sample-messages.ts';
import { renderMessage } from '../templates/render-message.ts';

/**
 * Content security policy of the rendered message. The message may use only its own styles, can't run scripts or send
 * requests, and may be framed only by this origin.
 */
const MAIL_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'; frame-ancestors 'self'; sandbox";
/** Content security policy of the surrounding page. In addition to the app's policy, it allows same-origin frames. */
const PAGE_POLICY = Object.entries({ ...contentSecurityPolicy, 'frame-src': ["'self'"] })
  .map(([name, sources]) => `${name} ${sources.join(' ')}`)
  .join('; ');

const mailParams = v.object({ name: v.pipe(v.string(), v.maxLength(60)) });
type DisplayedMessage = Message & Partial<Envelope>;

/**
 * `/dev/mail`: the latest captured messages and a sample of each template in each of its languages, as text and HTML.
 * For local development; not registered in production.
 */
export function registerDevMail(app: FastifyInstance, services: Services): void {
  const { capturedMessages, environment } = services;
  if (capturedMessages === null || environment.mode === 'production') return;
  const options = { onRequest: requireLocalHostname };
  const findMessage = (params: unknown): { name: string; message: DisplayedMessage } => {
    const parsed = v.safeParse(mailParams, params);
    const name = parsed.success ? parsed.output.name : '';
    const message =
      capturedMessages.messages().find(({ id }) => id === name) ??
      createSamples().find((sample) => sample.name === name)?.message;
    if (!message) throw new ApiFailure('not_found');
    return { name, message };
  };
  app.get('/dev/mail', options, (_request, reply) =>
    sendHtml(reply, renderListPage(capturedMessages.messages())),
  );
  app.get('/dev/mail/:name', options, ({ params }, reply) => {
    const { name, message } = findMessage(params);
    void reply.header('content-security-policy', PAGE_POLICY);
    return sendHtml(reply, renderMailPage(name, message));
  });
  app.get('/dev/mail/:name/page', options, ({ params }, reply) => {
    const { message } = findMessage(params);
    void reply
      .header('content-security-policy', MAIL_POLICY)
      .header('x-frame-options', 'SAMEORIGIN');
    return sendHtml(reply, renderMessage(message).html);
  });
}

function sendHtml(reply: FastifyReply, body: string): FastifyReply {
  return reply.type('text/html; charset=utf-8').send(body);
}

function createSamples(): { readonly name: string; readonly message: Message }[] {
  return catalogueLanguages.flatMap((language) =>
    sampleMessages(language).map((message, index) => ({
      name: `sample-${language}-${index}`,
      message,
    })),
  );
}

function renderListPage(capturedMessages: readonly CapturedMessage[]): string {
  const capturedRows = capturedMessages.map(({ id, at, ...message }) =>
    renderRow(id, message, escapeHtml(new Date(at).toISOString())),
  );
  const sampleRows = createSamples().map(({ name, message }) =>
    renderRow(name, message, message.language),
  );
  return renderHtmlPage(
    'Messages',
    `<h1>Messages</h1>
<h2>Captured messages</h2>
${capturedRows.length === 0 ? '<p>Nothing yet.</p>' : `<table>${capturedRows.join('\n')}</table>`}
<h2>Samples of every message</h2>
<table>${sampleRows.join('\n')}</table>`,
  );
}

function renderRow(name: string, message: Message, note: string): string {
  const { subject } = renderMessage(message);
  const kind = isCode(message) ? (message.purpose ?? 'sign_in') : message.template;
  return `<tr><td>${note}</td><td>${message.channel}</td><td>${escapeHtml(message.to)}</td><td>${kind}</td>
<td><a href="/dev/mail/${encodeURIComponent(name)}">${escapeHtml(subject)}</a></td></tr>`;
}

function renderMailPage(name: string, message: DisplayedMessage): string {
  const { subject, text, sms } = renderMessage(message);
  const files = message.attachments ?? [];
  const attachmentNames = files.map(
    (file) => `${escapeHtml(file.name)} (${file.content.byteLength} bytes)`,
  );
  const bodyHtml =
    message.channel === 'sms'
      ? `<h2>Text message</h2><pre>${escapeHtml(sms)}</pre>`
      : `<h2>As text</h2><pre>${escapeHtml(text)}</pre>
<h2>As a page</h2>
<iframe sandbox title="The message as a page" src="/dev/mail/${encodeURIComponent(name)}/page" width="520" height="640"></iframe>`;
  return renderHtmlPage(
    subject,
    `<p><a href="/dev/mail">All messages</a></p><h1>${escapeHtml(subject)}</h1>
<p>To ${escapeHtml(message.to)}</p>${bodyHtml}
${attachmentNames.length === 0 ? '' : `<p>Attached: ${attachmentNames.join(', ')}</p>`}`,
  );
}
