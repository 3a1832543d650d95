import type { RegionCode } from './regions.ts';
import { toWesternDigits } from './western-digits.ts';

/** Format of a country's tax numbers. Countries that aren't listed use only digits. */
interface NumberFormat {
  /**
   * Prefixes that people type before the number, such as the country or the name of the number. Longer ones come first.
   */
  readonly prefixes: readonly string[];
  /** The part that identifies the company; the whole number if missing. */
  readonly identity?: RegExp;
}

const countries: Readonly<Record<RegionCode, NumberFormat>> = {
  BA: { prefixes: ['BA', 'JIB', 'ЈИБ', 'PDV', 'ПДВ', 'ID', 'ИД', 'БА', 'BR', 'БР'] },
  BG: { prefixes: ['BG', 'БГ', 'EIK', 'ЕИК', 'БУЛСТАТ', 'BULSTAT', 'ДДС', 'ИН', 'IN'] },
  HR: { prefixes: ['HR', 'OIB', 'MBS', 'MB', 'PDV', 'ID', 'BR'] },
  CZ: { prefixes: ['CZ', 'DIČ', 'DIC', 'IČO', 'ICO', 'IČ', 'IC', 'Č'] },
  EE: { prefixes: ['EE', 'KMKR', 'KMK', 'REG', 'RG'] },
  // The company's eight digits are followed by its VAT kind and county, which can change.
  HU: { prefixes: ['HU', 'ADÓSZÁM', 'ADOSZAM'], identity: /^(\d{8})\d{3}$/ },
  IT: { prefixes: ['IT', 'PIVA', 'PI', 'CF', 'E', 'PARTITAIVA'] },
  LT: { prefixes: ['LT', 'PVM', 'ĮK', 'ĮMK', 'IK', 'MK'] },
  LV: { prefixes: ['LV', 'PVN', 'REĢ', 'REG', 'NMR'] },
  PL: { prefixes: ['PL', 'NIP', 'REGON', 'KRS'] },
  RO: { prefixes: ['RO', 'R', 'CUI', 'CIF', 'CF'] },
  RS: { prefixes: ['RS', 'SR', 'РС', 'СР', 'PIB', 'ПИБ', 'MB', 'МБ', 'BR', 'БР', 'PDV', 'ПДВ'] },
  SK: { prefixes: ['SK', 'IČDPH', 'ICDPH', 'DIČ', 'DIC', 'IČO', 'ICO', 'IČ', 'DPH', 'Č'] },
  SI: { prefixes: ['SI', 'DŠ', 'MŠ', 'ID', 'DDV', 'ŠT'] },
  TR: { prefixes: ['TR', 'VD', 'VKN', 'VN', 'TCKN', 'TCK', 'TC'] },
  UA: { prefixes: ['UA', 'УА', 'ЄДРПОУ', 'КОД', 'ІПН', 'ІНН', 'ИНН', 'ИПН', 'РНОКПП'] },
};

/**
 * Returns a key for comparing tax numbers: upper-case letters and digits, without the country's prefix and without
 * separators such as spaces, dashes, slashes and invisible characters. The key isn't meant to be shown.
 * @returns empty if no letter or digit is left
 */
export function taxNumberKey(input: string, region: RegionCode): string {
  const plainNumber = lettersAndDigits(input);
  const { prefixes, identity } = countries[region];
  const labels = [...prefixes, ...commonLabels].map(toLatin);
  const parts = plainNumber.match(/\p{L}+|\d+/gu) ?? [];
  const words = parts.filter((part) => !/^\d/.test(part));
  const numbers = new Set(
    parts.filter((part) => /^\d/.test(part)).map((digits) => identity?.exec(digits)?.[1] ?? digits),
  );
  const [number = plainNumber, ...otherNumbers] = numbers;
  const isSingleNumber =
    otherNumbers.length === 0 && words.every((letters) => isLabel(toLatin(letters), labels));
  return isSingleNumber ? number : plainNumber;
}

/** Labels used in every country. */
const commonLabels = ['VAT', 'NO', 'NR', 'EU', 'UE', 'TIN'];

/**
 * Returns true if the letters consist of labels, or if there are at least four of them, as in `numer NIP`. Other
 * letters belong to the number, for example as the series of a document or as another country's code.
 */
function isLabel(letters: string, labels: readonly string[]): boolean {
  if (letters === '' || /^\p{L}{4,}$/u.test(letters)) return true;
  const label = labels.find((name) => letters.endsWith(name));
  return label !== undefined && isLabel(letters.slice(0, -label.length), labels);
}

const lookalikes: Readonly<Record<string, string>> = {
  А: 'A',
  В: 'B',
  Е: 'E',
  Ѕ: 'S',
  І: 'I',
  Ј: 'J',
  К: 'K',
  М: 'M',
  Н: 'H',
  О: 'O',
  Р: 'P',
  С: 'C',
  Т: 'T',
  Х: 'X',
  У: 'Y',
};

/**
 * Replaces Cyrillic look-alikes with Latin letters for comparing labels, because people forget to switch the
 * keyboard layout.
 */
function toLatin(letters: string): string {
  return letters.replace(/[А-ЯЅІЈ]/g, (letter) => lookalikes[letter] ?? letter);
}

/** Keeps only letters, in upper case, and digits. Full-width forms and digits of other scripts are converted. */
function lettersAndDigits(input: string): string {
  const upperCase = input.normalize('NFKC').toUpperCase().normalize('NFKC');
  return toWesternDigits(upperCase.replace(/[^\p{L}\p{Nd}]/gu, ''));
}
