import { startOfUtcDay } from '#schemas/calendar-day.ts';
import { formattingLocale } from '#schemas/formatting-locale.ts';
import { type Language } from '#schemas/languages.ts';
import { type CertificateStatus } from '#schemas/warranty-certificate.ts';
import { getTexts } from '../texts/texts.ts';

/** Labels of a certificate, its public page and its email. */
export interface CertificateLabels {
  readonly title: string;
  readonly number: string;
  readonly customer: string;
  readonly installer: string;
  readonly registration: string;
  readonly place: string;
  readonly products: string;
  readonly product: string;
  readonly quantity: string;
  readonly warranty: string;
  readonly years: (count: number) => string;
  readonly issued: string;
  readonly validUntil: string;
  readonly photos: string;
  readonly note: string;
  readonly terms: string;
  readonly termsText: readonly string[];
  readonly check: string;
  readonly page: (at: number, of: number) => string;
  readonly status: Readonly<Record<CertificateStatus, string>>;
  readonly unknownTitle: string;
  readonly unknownText: string;
}

/** Returns the labels and their language: English if there is no translation. */
export function getCertificateLabels(requestedLanguage: Language): {
  readonly labels: CertificateLabels;
  readonly language: Language;
} {
  const { language, translate } = getTexts(requestedLanguage);
  const labels: CertificateLabels = {
    title: translate('certificate.title'),
    number: translate('certificate.number'),
    customer: translate('certificate.customer'),
    installer: translate('certificate.installer'),
    registration: translate('certificate.registration'),
    place: translate('certificate.place'),
    products: translate('certificate.products'),
    product: translate('certificate.product'),
    quantity: translate('certificate.quantity'),
    warranty: translate('certificate.warranty'),
    years: (count) => translate('certificate.years', { count }),
    issued: translate('certificate.issued'),
    validUntil: translate('certificate.validUntil'),
    photos: translate('certificate.photos'),
    note: translate('certificate.note'),
    terms: translate('certificate.terms'),
    termsText: [
      translate('certificate.termsCover'),
      translate('certificate.termsLimits'),
      translate('certificate.termsClaim'),
    ],
    check: translate('certificate.check'),
    page: (at, of) => translate('certificate.page', { at, of }),
    status: {
      valid: translate('certificate.status.valid'),
      expired: translate('certificate.status.expired'),
      in_review: translate('certificate.status.in_review'),
      rejected: translate('certificate.status.rejected'),
    },
    unknownTitle: translate('certificate.unknownTitle'),
    unknownText: translate('certificate.unknownText'),
  };
  return { labels, language };
}

/**
 * Formats a day in a language; an invalid day is returned unchanged.
 * @param day `2026-05-04`
 */
export function formatDay(day: string, language: Language): string {
  const formatter = new Intl.DateTimeFormat(formattingLocale(language), {
    dateStyle: 'long',
    timeZone: 'UTC',
  });
  const time = startOfUtcDay(day);
  return Number.isNaN(time) ? day : formatter.format(time);
}
