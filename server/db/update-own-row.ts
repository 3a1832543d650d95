import { type Selectable, type Updateable } from 'kysely';
import { ApiFailure } from '../http/failure.ts';
import { type Actor } from '../http/handler.ts';
import { type Services } from '../services.ts';
import { lockCompany, nextRev } from './changes.ts';
import { transact } from './database.ts';
import { type Database } from './tables.ts';

/** Tables whose rows belong to one person and are visible only to them. */
type OwnTable = 'notifications' | 'survey_invitations';

/**
 * Updates one of the person's own rows with a new rev. Throws `not_found` if the row doesn't exist or belongs to a
 * colleague.
 * @param getChanges returns the new values for the current row, or null to change nothing
 * @returns the row after the update
 */
export function updateOwnRow<Table extends OwnTable>(
  table: Table,
  uuid: string,
  getChanges: (row: Selectable<Database[Table]>) => Updateable<Database[Table]> | null,
  actor: Actor,
  { db, clock }: Pick<Services, 'db' | 'clock'>,
): Promise<Selectable<Database[Table]>> {
  // Kysely can't type a generic table, hence this type and the casts below.
  const ownTable: OwnTable = table;
  return transact(db, async (trx) => {
    await lockCompany(trx, actor.companyId);
    const row = await trx
      .selectFrom(ownTable)
      .selectAll()
      .where('uuid', '=', uuid)
      .where('user_id', '=', actor.userId)
      .where('deleted', '=', false)
      .executeTakeFirst();
    if (!row) throw new ApiFailure('not_found');
    const currentRow = row as Selectable<Database[Table]>;
    const changes = getChanges(currentRow);
    if (!changes) return currentRow;
    const revision = {
      rev: await nextRev(trx, actor.companyId),
      updated_at: new Date(clock.now()),
    };
    const updatedRow = await trx
      .updateTable(ownTable)
      .set({ ...changes, ...revision })
      .where('uuid', '=', row.uuid)
      .returningAll()
      .executeTakeFirstOrThrow();
    return updatedRow as Selectable<Database[Table]>;
  });
}
