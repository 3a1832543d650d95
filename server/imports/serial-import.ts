import { sql, type Transaction } from 'kysely';
import { type Database } from '../db/tables.ts';
import { anyText } from '../scans/any-of.ts';
import { insertSerials, loadSerialRules } from '../setup/write-serials.ts';
import { type ImportOrigin, createListKind } from './import-kind.ts';

/** Number of serial numbers undone per step. */
const STEP_ROWS = 5000;

/** Serial numbers for the registry. */
export const serialImport = createListKind({
  loadRules: (db, { importId }) => loadSerialRules(db, { accepted: [], importId }),
  insert: (trx, { importId }, newSerials) => insertSerials(trx, newSerials, importId),
  takeBack,
  shownFields: (fields) => fields,
  shownCell: (cell) => cell,
});

/** Removes the import's serial numbers that no product uses. */
async function takeBack(
  trx: Transaction<Database>,
  { importId }: ImportOrigin,
  after: string | null,
) {
  const rows = await trx
    .selectFrom('registry')
    .select('code')
    .where('import_uuid', '=', importId)
    .$if(after !== null, (query) => query.where('code', '>', after ?? ''))
    .orderBy('code')
    .limit(STEP_ROWS)
    .forUpdate()
    .execute();
  const codes = rows.map(({ code }) => code);
  const { numDeletedRows } = await trx
    .deleteFrom('registry')
    .where('code', '=', anyText(codes))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('scans')
            .select(sql`1`.as('used'))
            .whereRef('scans.serial_number', '=', 'registry.code')
            // This is the same condition as in the index of held serial numbers.
            .where(sql<boolean>`not scans.deleted and is_unique and flag <> 'rejected'`),
        ),
      ),
    )
    .executeTakeFirst();
  const removedCount = Number(numDeletedRows);
  const next = codes.length < STEP_ROWS ? null : (codes.at(-1) ?? null);
  return { removed: removedCount, kept: codes.length - removedCount, next };
}
