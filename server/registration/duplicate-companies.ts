import { type Kysely } from 'kysely';
import { taxFields } from '#schemas/company.ts';
import { type Database } from '../db/tables.ts';
import { isTaxNumberTaken } from './find-existing.ts';
import { keyColumns } from './tax-columns.ts';

interface DuplicateCompany {
  readonly id: string;
  readonly created_at: Date;
  /** The tax number as typed. */
  readonly number: string;
  readonly name: string;
}

/**
 * Lists companies that have the same tax number as another company, but in a different notation. The oldest company
 * comes first. Migration 032 left the normalised tax number of these companies empty.
 */
export async function listDuplicateCompanies(db: Kysely<Database>): Promise<DuplicateCompany[]> {
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
  const duplicates: DuplicateCompany[] = [];
  for (const { id, created_at, regions_id, name, ...row } of rows) {
    for (const field of taxFields) {
      const typedNumber = row[field];
      if (typedNumber === null || row[keyColumns[field]] !== null) continue;
      if (await isTaxNumberTaken(db, regions_id, { field, typed: typedNumber, except: id })) {
        duplicates.push({ id, created_at, number: typedNumber, name });
      }
    }
  }
  return duplicates;
}

/** Formats a duplicate company as one line. */
export function formatDuplicateCompany({ id, created_at, number, name }: DuplicateCompany): string {
  return [id, created_at.toISOString(), number, name].join('  ');
}
