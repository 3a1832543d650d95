import { type FastifyInstance, type FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { dayIn } from '#schemas/calendar-day.ts';
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
import { renderPublicPage } from '../http/public-page.ts';
import { getNetwork } from '../http/overload/network.ts';
import { getRequestLanguage } from '../http/contract/request-language.ts';
import { type Services } from '../services.ts';
import { getIssuingCompany, type CertificateRow } from './certificate-row.ts';
import { getCertificateLabels, type CertificateLabels, formatDay } from './certificate-labels.ts';

/**
 * `GET /c/{number}`: public page of a certificate, opened by its QR code. Shows whether it is genuine, its
 * coverage and validity, but only the customer's town. Numbers can't be guessed, and lookups are rate
 * limited.
 */
export function registerCertificatePage(app: FastifyInstance, services: Services): void {
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
    limits.certificateLookupsPerNetwork,
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
  return renderPublicPage(`${labels.title} ${row.number}`, language, body);
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
  return renderPublicPage(labels.unknownTitle, language, body);
}
