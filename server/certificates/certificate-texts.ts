import { type Language } from '#schemas/languages.ts';
import { type CertificateStanding } from '#schemas/warranty-certificate.ts';

/** What stands on a certificate, on its public page, and in the letter that it comes with. */
export interface CertificateWords {
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

const english: CertificateWords = {
  title: 'Warranty certificate',
  number: 'Certificate number',
  customer: 'Customer',
  installer: 'Installer',
  registration: 'Registration number',
  place: 'Place of installation',
  products: 'Products',
  product: 'Product',
  quantity: 'Quantity',
  warranty: 'Warranty',
  years: (count) => (count === 1 ? '1 year' : `${count} years`),
  issued: 'Issued on',
  validUntil: 'Valid until',
  note: 'Note',
  terms: 'Terms',
  termsText: [
    'The warranty covers faults of material and manufacture of the products listed here, from the day of issue and for the number of years that stands beside each category.',
    'It holds for products that were fitted and are looked after as their instructions say. Wear, and damage by force or by changes to the product, are not covered.',
    'To claim it, show this certificate to the installer or to the manufacturer. Your rights under the law are not limited by it.',
  ],
  check: 'Scan to see that this certificate is real',
  page: (at, of) => `Page ${at} of ${of}`,
  standing: {
    valid: 'This certificate is real and valid.',
    expired: 'This certificate is real, but no longer valid.',
    in_review: 'This certificate is real. The manufacturer is reviewing it.',
    rejected: 'The manufacturer has withdrawn this certificate.',
  },
  unknownTitle: 'No such certificate',
  unknownText: 'There is no certificate with this number. Compare it with the one on paper.',
};

const polishPlurals = new Intl.PluralRules('pl');

/** Each translated language; everybody else reads English. A new one is an entry here. */
const texts: Partial<Record<Language, CertificateWords>> = {
  en: english,
  pl: {
    title: 'Certyfikat gwarancji',
    number: 'Numer certyfikatu',
    customer: 'Klient',
    installer: 'Montażysta',
    registration: 'Numer rejestrowy',
    place: 'Miejsce montażu',
    products: 'Produkty',
    product: 'Produkt',
    quantity: 'Liczba',
    warranty: 'Gwarancja',
    years: (count) =>
      ({ one: `${count} rok`, few: `${count} lata`, many: `${count} lat` })[
        polishPlurals.select(count) as 'one' | 'few' | 'many'
      ],
    issued: 'Data wystawienia',
    validUntil: 'Ważny do',
    note: 'Uwagi',
    terms: 'Warunki',
    termsText: [
      'Gwarancja obejmuje wady materiałowe i produkcyjne wymienionych tu produktów, od dnia wystawienia przez liczbę lat podaną przy każdej kategorii.',
      'Dotyczy produktów zamontowanych i użytkowanych zgodnie z instrukcją. Nie obejmuje zużycia ani uszkodzeń mechanicznych lub wynikających ze zmian w produkcie.',
      'Aby z niej skorzystać, okaż ten certyfikat montażyście lub producentowi. Nie ogranicza ona praw wynikających z ustawy.',
    ],
    check: 'Zeskanuj, aby sprawdzić autentyczność certyfikatu',
    page: (at, of) => `Strona ${at} z ${of}`,
    standing: {
      valid: 'Ten certyfikat jest autentyczny i ważny.',
      expired: 'Ten certyfikat jest autentyczny, ale stracił ważność.',
      in_review: 'Ten certyfikat jest autentyczny. Producent właśnie go sprawdza.',
      rejected: 'Producent wycofał ten certyfikat.',
    },
    unknownTitle: 'Nie ma takiego certyfikatu',
    unknownText: 'Nie ma certyfikatu o tym numerze. Porównaj go z numerem na dokumencie.',
  },
};

/**
 * The words for a language, and the language that they are in: English where it is not translated.
 */
export function certificateWords(language: Language): {
  readonly words: CertificateWords;
  readonly language: Language;
} {
  const words = texts[language];
  return words ? { words, language } : { words: english, language: 'en' };
}

/** A day as people of a language write it. @param day `2026-05-04` */
export function writtenDay(day: string, language: Language): string {
  const format = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    dateStyle: 'long',
    timeZone: 'UTC',
  });
  return format.format(new Date(`${day}T00:00:00.000Z`));
}
