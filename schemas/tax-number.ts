import type { RegionCode } from './regions.ts';
import { westernDigits } from './western-digits.ts';

/** What people of a country write around a number that is otherwise only digits. */
interface Country {
  /** Country prefixes of VAT numbers, and the number's own name; longer ones before their beginnings. */
  readonly prefixes: readonly string[];
  /** The digits that identify the company, where the rest says something else. */
  readonly identity?: RegExp;
}

const countries: Readonly<Record<RegionCode, Country>> = {
  BA: { prefixes: ['BA', 'JIB', 'ЈИБ', 'PDV', 'ID', 'ИД', 'БА'] },
  BG: { prefixes: ['BG', 'ВG', 'БГ', 'EIK', 'ЕИК', 'БУЛСТАТ', 'BULSTAT', 'ДДС'] },
  HR: { prefixes: ['HR', 'OIB', 'MBS', 'PDV', 'ID'] },
  CZ: { prefixes: ['CZ', 'DIČ', 'DIC', 'IČO', 'ICO', 'IČ', 'IC'] },
  EE: { prefixes: ['EE', 'KMKR'] },
  // Behind the eight digits of the company stand its kind of VAT and its county, which change.
  HU: { prefixes: ['HU', 'ADÓSZÁM', 'ADOSZAM'], identity: /^(\d{8})\d{3}$/ },
  IT: { prefixes: ['IT', 'PIVA', 'PI', 'CF', 'E', 'PARTITAIVA'] },
  LT: { prefixes: ['LT', 'PVM'] },
  LV: { prefixes: ['LV', 'PVN', 'REĢ', 'REG'] },
  PL: { prefixes: ['PL', 'NIP', 'REGON', 'KRS'] },
  RO: { prefixes: ['RO', 'CUI', 'CIF'] },
  RS: { prefixes: ['RS', 'SR', 'РС', 'СР', 'PIB', 'ПИБ', 'MB', 'МБ'] },
  SK: { prefixes: ['SK', 'IČDPH', 'ICDPH', 'DIČ', 'DIC', 'IČO', 'ICO'] },
  SI: { prefixes: ['SI', 'DŠ', 'ID'] },
  TR: { prefixes: ['TR', 'VD', 'VKN', 'TCKN'] },
  UA: { prefixes: ['UA', 'УА', 'ЄДРПОУ', 'КОД', 'ІПН', 'IПН', 'ІНН', 'РНОКПП'] },
};

/**
 * Reduces a tax number to the form by which two are compared: capitals and digits alone, without the country's prefix
 * and without anything that only groups or decorates, such as spaces, dashes, slashes and invisible marks. It is not
 * meant to be shown.
 * @returns empty where no letter and no digit is left
 */
export function taxNumberKey(typed: string, region: RegionCode): string {
  const plain = lettersAndDigits(typed);
  const { prefixes, identity } = countries[region];
  const number = digitsBehind(plain, [...prefixes, ...words]) ?? plain;
  return identity?.exec(number)?.[1] ?? number;
}

/** Short words before a number in any country. */
const words = ['VAT', 'NO', 'NR', 'EU', 'UE'];

/** Letters of a sentence such as `numer NIP`: series of documents and codes of other countries are shorter. */
function isLabel(letters: string): boolean {
  return /^\p{L}{4,}$/u.test(letters);
}

/** The digits behind any of the prefixes or a label; null where something else stands before or among them. */
function digitsBehind(plain: string, prefixes: readonly string[]): string | null {
  const digits = /\d+$/.exec(plain)?.[0] ?? '';
  let before = plain.slice(0, plain.length - digits.length);
  while (before !== '' && digits !== '') {
    const prefix = prefixes.find((name) => before.endsWith(name));
    if (prefix === undefined) return isLabel(before) ? digits : null;
    before = before.slice(0, -prefix.length);
  }
  return digits === '' ? null : digits;
}

/** Capitals and digits in their usual forms: full-width ones and those of other scripts are read as well. */
function lettersAndDigits(typed: string): string {
  const capitals = typed.normalize('NFKC').toUpperCase().normalize('NFKC');
  return westernDigits(capitals.replace(/[^\p{L}\p{Nd}]/gu, ''));
}
