import type { RegionCode } from './regions.ts';
import { toWesternDigits } from './western-digits.ts';

/** What people of a country write around a number that is otherwise only digits. */
interface Country {
  /** Country prefixes of VAT numbers, and the number's own name; longer ones before their beginnings. */
  readonly prefixes: readonly string[];
  /** The digits that identify the company, where the rest says something else. */
  readonly identity?: RegExp;
}

const countries: Readonly<Record<RegionCode, Country>> = {
  BA: { prefixes: ['BA', 'JIB', 'ЈИБ', 'PDV', 'ПДВ', 'ID', 'ИД', 'БА', 'BR', 'БР'] },
  BG: { prefixes: ['BG', 'БГ', 'EIK', 'ЕИК', 'БУЛСТАТ', 'BULSTAT', 'ДДС', 'ИН', 'IN'] },
  HR: { prefixes: ['HR', 'OIB', 'MBS', 'MB', 'PDV', 'ID', 'BR'] },
  CZ: { prefixes: ['CZ', 'DIČ', 'DIC', 'IČO', 'ICO', 'IČ', 'IC', 'Č'] },
  EE: { prefixes: ['EE', 'KMKR', 'KMK', 'REG', 'RG'] },
  // Behind the eight digits of the company stand its kind of VAT and its county, which change.
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
 * Reduces a tax number to the form by which two are compared: capitals and digits alone, without the country's prefix
 * and without anything that only groups or decorates, such as spaces, dashes, slashes and invisible marks. It is not
 * meant to be shown.
 * @returns empty where no letter and no digit is left
 */
export function taxNumberKey(typed: string, region: RegionCode): string {
  const plain = lettersAndDigits(typed);
  const { prefixes, identity } = countries[region];
  const labels = [...prefixes, ...words].map(inLatin);
  const parts = plain.match(/\p{L}+|\d+/gu) ?? [];
  const others = parts.filter((part) => !/^\d/.test(part));
  const numbers = new Set(
    parts.filter((part) => /^\d/.test(part)).map((digits) => identity?.exec(digits)?.[1] ?? digits),
  );
  // `IČO 25123891, DIČ CZ25123891` is one number.
  const [number = plain, ...more] = numbers;
  const isAlone = more.length === 0 && others.every((letters) => isLabel(inLatin(letters), labels));
  return isAlone ? number : plain;
}

/** Short words before a number in any country. */
const words = ['VAT', 'NO', 'NR', 'EU', 'UE', 'TIN'];

/**
 * Whether letters are labels side by side, or end a sentence such as `numer NIP`: series of documents and codes of other
 * countries are shorter.
 */
function isLabel(letters: string, labels: readonly string[]): boolean {
  if (letters === '' || /^\p{L}{4,}$/u.test(letters)) return true;
  const label = labels.find((name) => letters.endsWith(name));
  return label !== undefined && isLabel(letters.slice(0, -label.length), labels);
}

const lookalikes: Readonly<Record<string, string>> = {
  ...{ А: 'A', В: 'B', Е: 'E', Ѕ: 'S', І: 'I', Ј: 'J', К: 'K', М: 'M', Н: 'H', О: 'O' },
  ...{ Р: 'P', С: 'C', Т: 'T', Х: 'X', У: 'Y' },
};

/** Cyrillic letters that look like Latin ones as those, to compare labels by: a keyboard's layout is easily forgotten. */
function inLatin(letters: string): string {
  return letters.replace(/[А-ЯЅІЈ]/g, (letter) => lookalikes[letter] ?? letter);
}

/** Capitals and digits in their usual forms: full-width ones and those of other scripts are read as well. */
function lettersAndDigits(typed: string): string {
  const capitals = typed.normalize('NFKC').toUpperCase().normalize('NFKC');
  return toWesternDigits(capitals.replace(/[^\p{L}\p{Nd}]/gu, ''));
}
