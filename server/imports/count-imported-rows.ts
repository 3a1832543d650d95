import { type Transaction } from 'kysely';
import { lockOperatorForCounting, SPLIT_WINDOW_MS } from '../console/approvals.ts';
import { type Database } from '../db/tables.ts';

/**
 * Counts the rows that the operator has imported within a day without a second person: rows of files, even if their
 * import is running or was stopped, and pasted voucher codes. Otherwise an operator could avoid the approval by splitting
 * a file.
 * @param exceptImport the import whose rows aren't counted; null counts all
 */
export async function countImportedRows(
  trx: Transaction<Database>,
  exceptImport: string | null,
  { now, operator }: { readonly now: number; readonly operator: string },
): Promise<number> {
  await lockOperatorForCounting(trx, operator);
  const since = new Date(now - SPLIT_WINDOW_MS);
  const { files } = await trx
    .selectFrom('imports')
    .select(({ fn }) => fn.sum<string | null>('checked_rows').as('files'))
    .where('applied_for', '=', operator)
    .$if(exceptImport !== null, (rows) => rows.where('uuid', '<>', exceptImport ?? ''))
    // An import that has been taken back completely no longer counts.
    .where('state', '<>', 'taken_back')
    .where('phase', 'in', ['applying', 'taking_back'])
    .where((eb) => eb.or([eb('finished_at', 'is', null), eb('finished_at', '>', since)]))
    .executeTakeFirstOrThrow();
  const { pasted } = await trx
    .selectFrom('voucher_pastes')
    .select(({ fn }) => fn.sum<string | null>('codes').as('pasted'))
    .where('operator_id', '=', operator)
    .where('at', '>', since)
    .where('is_approved', '=', false)
    .where('sealed_lines', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(files ?? 0) + Number(pasted ?? 0);
}
