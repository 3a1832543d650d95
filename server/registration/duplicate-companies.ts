import { type Kysely } from 'kysely';
import { taxFields } from '#schemas/company.ts';
import { type Database } from '../db/tables.ts';
import { isTaxNumberTaken } from './find-existing.ts';
import { keyColumns } from './tax-columns.ts';

/**
 * Lists companies whose tax number equals an older company's in a different notation, oldest first,
 * one per line. Migration 032 left their comparable key empty.
 */
export async function listDuplicateCompanies(db: Kysely<Database>): Promise<string[]> {
  const rows = await db
    .selectFrom('companies')
    .select(['id', 'created_at', 'regions_id', 'name', ...taxFields, 'registration_key'])
    .select('registration_key_2')
    .where((eb) =>
      eb.or(
        taxFields.map((field) =>
          eb.and([eb(field, 'is not', null), eb(keyColumns[field], 'is', null)]),
        ),
      ),
    )
    .orderBy('created_at')
    .execute();
  const lines: string[] = [];
  for (const { id, created_at, regions_id, name, ...row } of rows) {
    for (const field of taxFields) {
      const typed = row[field];
      if (typed === null || row[keyColumns[field]] !== null) continue;
      if (await isTaxNumberTaken(db, regions_id, { field, typed, except: id })) {
        lines.push([id, created_at.toISOString(), typed, name].join('  '));
      }
    }
  }
  return lines;
}
