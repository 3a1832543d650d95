import { addMonths, dayIn } from '#schemas/calendar-day.ts';
import { searchTerms } from '#schemas/text-search.ts';
import { textInLanguage } from '#schemas/primitives.ts';
import { CERTIFICATES_LIMIT } from '#schemas/warranty-certificate.ts';
import { limits, enforceLimit } from '../access/rate-limits.ts';
import { getRegionRules } from '../configuration/region-rules.ts';
import { singlePage } from '../db/bounded-list.ts';
import { companyCounter, pullPage } from '../db/changes.ts';
import { transact } from '../db/database.ts';
import { containsPattern, newestFirstPage } from '../db/list-page.ts';
import { type Handlers } from '../http/handler.ts';
import { certificateFromRow, getOwnCertificate, selectOwnCertificates } from './certificate-row.ts';
import { issueCertificate } from './issue-certificate.ts';
import { sendCertificate } from './send-certificate.ts';

const MONTHS_PER_YEAR = 12;

/** Warranty certificates of closed projects. */
export const certificateHandlers = {
  listCertificates({ query, actor }, services) {
    const { page = 1, limit = CERTIFICATES_LIMIT, since, year, month, address = '' } = query;
    const certificates = selectOwnCertificates(services.db, actor);
    if (since !== undefined) {
      const counter = companyCounter(services, actor.companyId);
      return pullPage(certificates, { since, limit }, counter, certificateFromRow);
    }
    const datePattern = getDatePattern(year, month);
    const addressPatterns = searchTerms(address).map(containsPattern);
    const matchingCertificates = certificates
      .where('deleted', '=', false)
      .where((eb) =>
        eb.and([
          ...(datePattern === null ? [] : [eb('issued_date', 'like', datePattern)]),
          ...addressPatterns.map((pattern) => eb('search_text', 'like', pattern)),
        ]),
      );
    return newestFirstPage(services.db, matchingCertificates, { page, limit }, certificateFromRow);
  },

  async listCertificateCategories({ actor }, { db, clock }) {
    const { warranty } = await getRegionRules(db, actor.region);
    const today = dayIn(actor.region, clock.now());
    const data = warranty.catalogue.map((item) => ({
      ...item,
      name: textInLanguage(item.name, actor.language),
      description: textInLanguage(item.description, actor.language),
      expires_on: addMonths(today, item.longevity * MONTHS_PER_YEAR),
    }));
    return singlePage(data);
  },

  getCertificate: async ({ params, actor }, { db }) =>
    certificateFromRow(await getOwnCertificate(db, actor, params.id)),

  createCertificate: ({ body, actor, idempotencyKey }, services) =>
    issueCertificate(body, idempotencyKey, actor, services),

  async resendCertificate({ params, body, actor }, services) {
    const row = await getOwnCertificate(services.db, actor, params.id);
    await enforceLimit(services, limits.certificateMailsPerPerson, actor.userId);
    await enforceLimit(
      services,
      limits.certificateMailsPerRecipient,
      body.customer_email.toLowerCase(),
    );
    await transact(services.db, (trx) => sendCertificate(trx, services, row, body.customer_email));
    return {};
  },
} satisfies Partial<Handlers>;

/** LIKE pattern for the days of a year, a month of a year, or a month of every year. */
function getDatePattern(year: number | undefined, month: number | undefined): string | null {
  if (year === undefined && month === undefined) return null;
  const monthPattern = month === undefined ? '__' : String(month).padStart(2, '0');
  return `${year ?? '____'}-${monthPattern}-__`;
}
