import { type FastifyInstance, type FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { brand } from '#brand';
import { dayIn } from '#schemas/calendar-day.ts';
import { languageTag } from '#schemas/formatting-locale.ts';
import { type Language } from '#schemas/languages.ts';
import {
  type AddressDetails,
  certificateNumber,
  type CertificateStatus,
  type CertifiedProducts,
  certificateStatusOn,
} from '#schemas/warranty-certificate.ts';
import { limits, enforceLimit, enforceOverallLimit } from '../access/rate-limits.ts';
import { escapeHtml } from '../http/docs/docs-page.ts';
import { getNetwork } from '../http/overload/network.ts';
import { getRequestLanguage } from '../http/contract/request-language.ts';
import { type Services } from '../services.ts';
import { getIssuingCompany, type CertificateRow } from './certificate-row.ts';
import { getCertificateLabels, type CertificateLabels, formatDay } from './certificate-labels.ts';

const STYLE_PATH = '/c/page.css';

/**
 * `GET /c/{number}`: public page of a certificate, opened by its QR code. Shows whether it is genuine, its
 * coverage and validity, but only the customer's town. Numbers can't be guessed, and lookups are rate
 * limited.
 */
export function registerPublicCertificates(app: FastifyInstance, services: Services): void {
  app.get(STYLE_PATH, (_request, reply) => reply.type('text/css; charset=utf-8').send(style));
  app.get<{ Params: { number: string } }>('/c/:number', async (request, reply) => {
    const row = await app.concurrency.perAddress(request.ip, () =>
      findCertificate(request, services),
    );
    void reply.type('text/html; charset=utf-8').header('x-robots-tag', 'noindex');
    if (row) return reply.send(renderCertificatePage(row, services.clock.now()));
    const { labels, language } = getCertificateLabels(
      getRequestLanguage(request.headers['accept-language']),
    );
    return reply.status(404).send(renderNotFoundPage(labels, language));
  });
}

async function findCertificate(
  request: FastifyRequest<{ Params: { number: string } }>,
  services: Services,
): Promise<CertificateRow | undefined> {
  const withinLimit = await enforceLimit(
    services,
    limits.certificateLookupsPerAddress,
    getNetwork(request.ip),
  );
  await enforceOverallLimit(services, limits.certificateLookupsOverall, withinLimit);
  const number = request.params.number.toUpperCase();
  if (!v.is(certificateNumber, number)) return undefined;
  return services.db
    .selectFrom('warranty_certificates')
    .selectAll()
    .where('number', '=', number)
    .where('deleted', '=', false)
    .executeTakeFirst();
}

/** @param now milliseconds since 1970 */
function renderCertificatePage(row: CertificateRow, now: number): string {
  const { labels, language } = getCertificateLabels(row.language);
  const company = getIssuingCompany(row);
  const status = certificateStatusOn(row, dayIn(company.region, now));
  const { city } = row.address_details as AddressDetails;
  const details = [
    [labels.number, row.number],
    [labels.installer, company.name],
    [labels.place, city],
    [labels.issued, formatDay(row.issued_date, language)],
    [labels.validUntil, formatDay(row.expiration_date, language)],
  ] as const;
  const rows = details.map(
    ([label, value]) => `<div><dt>${escapeHtml(label)}</dt><dd>${escapeHtml(value)}</dd></div>`,
  );
  const body = `<h1>${escapeHtml(labels.title)}</h1>
<p class="status ${statusClass(status)}">${escapeHtml(labels.status[status])}</p>
<dl>${rows.join('\n')}</dl>
${renderProductLists(row.products as CertifiedProducts[], labels)}`;
  return renderPage(`${labels.title} ${row.number}`, language, body);
}

function statusClass(status: CertificateStatus): string {
  if (status === 'valid') return 'valid';
  return status === 'rejected' ? 'invalid' : 'warning';
}

function renderProductLists(
  groups: readonly CertifiedProducts[],
  labels: CertificateLabels,
): string {
  const sections = groups.map(({ name, longevity, products }) => {
    const lines = products.map(
      (product) => `<li>${escapeHtml(product.name)} × ${product.quantity}</li>`,
    );
    return `<h3>${escapeHtml(name)}</h3>
<p>${escapeHtml(labels.warranty)}: ${escapeHtml(labels.years(longevity))}</p>
<ul>${lines.join('\n')}</ul>`;
  });
  return `<h2>${escapeHtml(labels.products)}</h2>\n${sections.join('\n')}`;
}

function renderNotFoundPage(labels: CertificateLabels, language: Language): string {
  const body = `<h1>${escapeHtml(labels.unknownTitle)}</h1><p>${escapeHtml(labels.unknownText)}</p>`;
  return renderPage(labels.unknownTitle, language, body);
}

function renderPage(title: string, language: Language, body: string): string {
  return `<!doctype html>
<html lang="${languageTag(language)}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
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
`;
