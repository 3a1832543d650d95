import { startOf } from '#schemas/calendar-day.ts';
import { formattingLocale } from '#schemas/formatting-locale.ts';
import { type Language } from '#schemas/languages.ts';
import { type CertificateStanding } from '#schemas/warranty-certificate.ts';
import { textsIn } from '../texts/texts.ts';

/** What stands on a certificate, on its public page, and in the letter that it comes with. */
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
  readonly note: string;
  readonly terms: string;
  readonly termsText: readonly string[];
  readonly check: string;
  readonly page: (at: number, of: number) => string;
  readonly standing: Readonly<Record<CertificateStanding, string>>;
  readonly unknownTitle: string;
  readonly unknownText: string;
}

/** The words for a language, and the language that they are in: English where it is not translated. */
export function certificateLabels(wanted: Language): {
  readonly words: CertificateLabels;
  readonly language: Language;
} {
  const { language, say } = textsIn(wanted);
  const words: CertificateLabels = {
    title: say('certificate.title'),
    number: say('certificate.number'),
    customer: say('certificate.customer'),
    installer: say('certificate.installer'),
    registration: say('certificate.registration'),
    place: say('certificate.place'),
    products: say('certificate.products'),
    product: say('certificate.product'),
    quantity: say('certificate.quantity'),
    warranty: say('certificate.warranty'),
    years: (count) => say('certificate.years', { count }),
    issued: say('certificate.issued'),
    validUntil: say('certificate.validUntil'),
    note: say('certificate.note'),
    terms: say('certificate.terms'),
    termsText: [
      say('certificate.termsCover'),
      say('certificate.termsLimits'),
      say('certificate.termsClaim'),
    ],
    check: say('certificate.check'),
    page: (at, of) => say('certificate.page', { at, of }),
    standing: {
      valid: say('certificate.standing.valid'),
      expired: say('certificate.standing.expired'),
      in_review: say('certificate.standing.in_review'),
      rejected: say('certificate.standing.rejected'),
    },
    unknownTitle: say('certificate.unknownTitle'),
    unknownText: say('certificate.unknownText'),
  };
  return { words, language };
}

/** A day as people of a language write it; text that is no day stays as it is. @param day `2026-05-04` */
export function formatDay(day: string, language: Language): string {
  const format = new Intl.DateTimeFormat(formattingLocale(language), {
    dateStyle: 'long',
    timeZone: 'UTC',
  });
  const time = startOf(day);
  return Number.isNaN(time) ? day : format.format(time);
}
