import { type Kysely, sql } from 'kysely';
import * as v from 'valibot';
import { uuid } from '#schemas/primitives.ts';
import { type RegionId, regionCodeOf } from '#schemas/regions.ts';
import { taxNumberKey } from '#schemas/tax-number.ts';
import { type Database } from '../db/tables.ts';

/** A company of the country that a row of the file refers to. */
interface NamedCompany {
  readonly id: string;
  readonly isBlocked: boolean;
}

interface CompanyKeys {
  readonly id: string;
  readonly number: number;
  readonly active: number;
  readonly registration_key: string | null;
  readonly registration_key_2: string | null;
}

/** Pattern of a company's number. Unlike a tax number, it doesn't start with a zero. */
const NUMBER = /^[1-9]\d{0,8}$/;

/**
 * Finds a country's companies by number, id or tax number. A single query does this, and uses a separate index for each
 * of these columns.
 * @returns the companies for each text: none, one, or several if the text is ambiguous
 */
export async function findNamedCompanies(
  db: Kysely<Database>,
  region: RegionId,
  texts: readonly string[],
): Promise<ReadonlyMap<string, readonly NamedCompany[]>> {
  const code = regionCodeOf(region);
  const ids = texts.filter((text) => v.is(uuid, text)).map((text) => text.toLowerCase());
  const numbers = texts.filter((text) => NUMBER.test(text)).map(Number);
  const taxKeys = new Map(texts.map((text) => [text, taxNumberKey(text, code)]));
  const keys = [...taxKeys.values()].filter((key) => key !== '');
  const columns = sql`id, number, active, registration_key, registration_key_2`;
  const companiesOfRegion = sql`select ${columns} from companies where regions_id = ${region}`;
  const { rows } = await sql<CompanyKeys>`
    ${companiesOfRegion} and id = any(${ids}::uuid[])
    union ${companiesOfRegion} and number = any(${numbers}::integer[])
    union ${companiesOfRegion} and registration_key = any(${keys}::text[])
    union ${companiesOfRegion} and registration_key_2 = any(${keys}::text[])`.execute(db);
  const companiesByKey = new Map<string, CompanyKeys[]>();
  const add = (key: string, row: CompanyKeys) =>
    companiesByKey.set(key, [...(companiesByKey.get(key) ?? []), row]);
  for (const row of rows) {
    add(`id ${row.id}`, row);
    add(`number ${row.number}`, row);
    for (const key of new Set([row.registration_key, row.registration_key_2]))
      if (key !== null) add(`key ${key}`, row);
  }
  return new Map(
    texts.map((text) => {
      const requestedKeys = [
        `id ${text.toLowerCase()}`,
        `number ${text}`,
        `key ${taxKeys.get(text) ?? ''}`,
      ];
      const foundCompanies = new Map(
        requestedKeys.flatMap((key) =>
          (companiesByKey.get(key) ?? []).map((row) => [row.id, row] as const),
        ),
      );
      return [
        text,
        [...foundCompanies.values()].map(({ id, active }) => ({ id, isBlocked: active === 0 })),
      ];
    }),
  );
}
