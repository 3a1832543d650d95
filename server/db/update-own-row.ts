import { type Selectable, type Updateable } from 'kysely';
import { ApiFailure } from '../http/failure.ts';
import { type Actor } from '../http/handler.ts';
import { type Services } from '../services.ts';
import { lockCompany, nextRev } from './changes.ts';
import { transact } from './database.ts';
import { type Database } from './tables.ts';

/** The tables whose rows belong to one person, who alone sees and changes them. */
type OwnTable = 'notifications' | 'survey_invitations';

/**
 * Changes one row of the person's own, in its place among the company's changes.
 * Throws `not_found` for what is not there, and for a colleague's.
 * @param change the new values, from how the row stands now; null where there is nothing to change
 * @returns the row as it stands afterwards
 */
export function updateOwnRow<Table extends OwnTable>(
  table: Table,
  uuid: string,
  change: (row: Selectable<Database[Table]>) => Updateable<Database[Table]> | null,
  actor: Actor,
  { db, clock }: Pick<Services, 'db' | 'clock'>,
): Promise<Selectable<Database[Table]>> {
  // Kysely's types do not follow a table that is a parameter: it is one of them here, and the one again below.
  const own: OwnTable = table;
  return transact(db, async (trx) => {
    await lockCompany(trx, actor.companyId);
    const row = await trx
      .selectFrom(own)
      .selectAll()
      .where('uuid', '=', uuid)
      .where('user_id', '=', actor.userId)
      .where('deleted', '=', false)
      .executeTakeFirst();
    if (!row) throw new ApiFailure('not_found');
    const found = row as Selectable<Database[Table]>;
    const changed = change(found);
    if (!changed) return found;
    const stamp = {
      rev: await nextRev(trx, actor.companyId),
      updated_at: new Date(clock.now()),
    };
    const edited = await trx
      .updateTable(own)
      .set({ ...changed, ...stamp })
      .where('uuid', '=', row.uuid)
      .returningAll()
      .executeTakeFirstOrThrow();
    return edited as Selectable<Database[Table]>;
  });
}
