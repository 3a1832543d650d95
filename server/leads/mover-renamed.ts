import { sql, type Transaction } from 'kysely';
import { nextRevs } from '../db/changes.ts';
import { type Database } from '../db/tables.ts';

/**
 * Brings the leads that somebody has moved to the company's devices again, because they show that
 * person's name (`moved_by`). In the transaction that renames the person, with the company locked. The
 * leads keep their `op_id`: what somebody writes on the base of it meanwhile stays valid.
 * @param now milliseconds since 1970
 */
export async function touchLeadsMovedBy(
  trx: Transaction<Database>,
  mover: { readonly userId: string; readonly companyId: string },
  now: number,
): Promise<void> {
  const shown = trx
    .selectFrom('leads')
    .where('company_id', '=', mover.companyId)
    .where('mover_id', '=', mover.userId)
    .where('deleted', '=', false);
  const { count } = await shown
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (count === 0) return;
  const firstRev = await nextRevs(trx, mover.companyId, count);
  await trx
    .with('renamed', () =>
      shown.select(['uuid', sql<number>`row_number() over (order by rev)`.as('place')]),
    )
    .updateTable('leads')
    .from('renamed')
    .set((eb) => ({
      rev: sql<number>`${firstRev}::bigint + ${eb.ref('renamed.place')} - 1`,
      updated_at: new Date(now),
    }))
    .whereRef('leads.uuid', '=', 'renamed.uuid')
    .execute();
}
