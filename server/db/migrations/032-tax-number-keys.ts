import { type Kysely, sql } from 'kysely';

/**
 * Adds the normalised form of tax numbers. If several companies have the same number in different spellings, only the
 * oldest one gets the normalised number. The others keep null, continue to work, and are listed by
 * `club companies duplicates`.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const field of fields) {
    const { column, key } = field;
    await sql`alter table companies add column ${sql.ref(key)} text`.execute(db);
    await fill(db, field);
    await sql`create unique index ${sql.ref(`companies_${key}`)}
      on companies (regions_id, ${sql.ref(key)})`.execute(db);
    await sql`create index ${sql.ref(`companies_without_${key}`)} on companies (regions_id)
      where ${sql.ref(key)} is null and ${sql.ref(column)} is not null`.execute(db);
  }
}

interface Field {
  readonly column: string;
  readonly key: string;
}
const fields: readonly Field[] = [
  { column: 'registration_number', key: 'registration_key' },
  { column: 'registration_number_2', key: 'registration_key_2' },
];
/** Rows per statement. */
const CHUNK = 5000;

async function fill(db: Kysely<unknown>, { column, key }: Field): Promise<void> {
  const { rows } = await sql<{ id: string; region: number; number: string }>`
    select id, regions_id as region, ${sql.ref(column)} as number from companies
    where ${sql.ref(column)} is not null order by created_at, id`.execute(db);
  const seen = new Set<string>();
  const keys = rows.flatMap(({ id, region, number }) => {
    const code = codes[region - 1];
    const comparable = code === undefined ? '' : taxNumberKey(number, code);
    const uniqueKey = `${region} ${comparable}`;
    if (comparable === '' || seen.has(uniqueKey)) return [];
    seen.add(uniqueKey);
    return [{ id, key: comparable }];
  });
  for (let start = 0; start < keys.length; start += CHUNK) {
    const chunk = JSON.stringify(keys.slice(start, start + CHUNK));
    await sql`update companies set ${sql.ref(key)} = entry.key
      from jsonb_to_recordset(${chunk}::jsonb) as entry (id uuid, key text)
      where companies.id = entry.id`.execute(db);
  }
}

/** Country codes in the order of `regions_id`, which starts at 1. */
const codes = [
  ...(['BA', 'BG', 'HR', 'CZ', 'EE', 'HU', 'IT', 'LT'] as const),
  ...(['LV', 'PL', 'RO', 'RS', 'SK', 'SI', 'TR', 'UA'] as const),
];
type Code = (typeof codes)[number];

/** A country's notation for its numbers; by default they have only digits. */
interface Country {
  /** VAT prefixes and names of the number; longer ones first. */
  readonly prefixes: readonly string[];
  /** Matches the digits that identify the company, for numbers that also have other digits. */
  readonly identity?: RegExp;
}

const countries: Readonly<Record<Code, Country>> = {
  BA: { prefixes: ['BA', 'JIB', 'ЈИБ', 'PDV', 'ID', 'ИД', 'БА'] },
  BG: { prefixes: ['BG', 'ВG', 'БГ', 'EIK', 'ЕИК', 'БУЛСТАТ', 'BULSTAT', 'ДДС'] },
  HR: { prefixes: ['HR', 'OIB', 'MBS', 'PDV', 'ID'] },
  CZ: { prefixes: ['CZ', 'DIČ', 'DIC', 'IČO', 'ICO', 'IČ', 'IC'] },
  EE: { prefixes: ['EE', 'KMKR'] },
  // The last three digits are the kind of VAT and the county, which can change.
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

/** Normalises a number by the rules at the time of this migration. */
function taxNumberKey(typed: string, region: Code): string {
  const plain = lettersAndDigits(typed);
  const { prefixes, identity } = countries[region];
  const number = digitsAfterPrefix(plain, [...prefixes, ...words]) ?? plain;
  return identity?.exec(number)?.[1] ?? number;
}

/** Short words before a number in any country. */
const words = ['VAT', 'NO', 'NR', 'EU', 'UE'];

/** True for words such as those in `numer NIP`; document series and foreign codes are shorter. */
function isLabel(letters: string): boolean {
  return /^\p{L}{4,}$/u.test(letters);
}

/** Returns the digits after prefixes or a label; null if other characters precede or separate them. */
function digitsAfterPrefix(plain: string, prefixes: readonly string[]): string | null {
  const digits = /\d+$/.exec(plain)?.[0] ?? '';
  let before = plain.slice(0, plain.length - digits.length);
  while (before !== '' && digits !== '') {
    const prefix = prefixes.find((name) => before.endsWith(name));
    if (prefix === undefined) return isLabel(before) ? digits : null;
    before = before.slice(0, -prefix.length);
  }
  return digits === '' ? null : digits;
}

/**
 * Returns only the letters, in upper case, and the digits of a number. Also converts full-width and non-Western digits.
 */
function lettersAndDigits(typed: string): string {
  const capitals = typed.normalize('NFKC').toUpperCase().normalize('NFKC');
  return capitals.replace(/[^\p{L}\p{Nd}]/gu, '').replace(/\p{Nd}/gu, westernDigit);
}

/** Converts a digit of any script. The decimal digits of every script form a block of ten that starts with zero. */
function westernDigit(digit: string): string {
  let value = 0;
  const code = digit.codePointAt(0) ?? 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1;
  return String(value);
}
