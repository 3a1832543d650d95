import { type EndReason } from '../access/access-tables.ts';
import { transact } from '../db/database.ts';
import { ApiFailure } from '../http/failure.ts';
import { type Services } from '../services.ts';
import { endSessions } from './account-sessions.ts';

const reason = 'ended_by_operator' satisfies EndReason;
/** Tables with codes and tokens that could still sign someone in. */
const pendingTables = ['challenges', 'email_verifications', 'faker_tokens'] as const;

/**
 * Ends a person's sessions on behalf of an operator, for example after a phone was lost: discards codes already
 * sent, and stops pushes to their devices. The person can sign in again.
 * Throws `installer_not_found`.
 * @returns the number of sessions that were still active
 */
export async function endSessionsByOperator(
  personId: string,
  { db, clock }: Pick<Services, 'db' | 'clock'>,
): Promise<number> {
  return transact(db, async (trx) => {
    // Lock first, so that a concurrent sign-in either finishes before or finds its code discarded.
    const person = await trx
      .selectFrom('installers')
      .select('id')
      .where('id', '=', personId)
      .forUpdate()
      .executeTakeFirst();
    if (!person) throw new ApiFailure('installer_not_found');
    for (const table of pendingTables) {
      await trx.deleteFrom(table).where('installer_id', '=', personId).execute();
    }
    await trx.updateTable('installers').set({ fcm: '[]' }).where('id', '=', personId).execute();
    return endSessions(trx, personId, clock.now(), { reason });
  });
}
