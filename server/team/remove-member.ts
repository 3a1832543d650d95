import { type Transaction } from 'kysely';
import { type calls } from '#schemas/api/calls.ts';
import { endSessions } from '../account/account-sessions.ts';
import { deleteUnusedPhoto } from '../account/avatar.ts';
import { recordChange } from '../account/record-change.ts';
import { transact } from '../db/database.ts';
import { type Database } from '../db/tables.ts';
import { deleteContent } from '../files/unreferenced-files.ts';
import { ApiFailure } from '../http/failure.ts';
import { type Handler } from '../http/handler.ts';
import { lockTeam, findManageableMember } from './team-access.ts';

/**
 * Removes somebody from the team. Their sessions and pushes end at once, and nothing is left to sign in
 * by: number and address are free again. Their name stays with what they did, which is the company's.
 * Throws `not_found`, also where somebody else was faster; `forbidden` for oneself, and for staff.
 */
export const removeTeamMember: Handler<typeof calls.removeTeamMember> = async (
  { params, actor },
  services,
) => {
  const { db, clock } = services;
  await findManageableMember(db, actor, params.id);
  const left = await transact(db, async (trx) => {
    await lockTeam(trx, actor);
    const member = await findManageableMember(trx, actor, params.id);
    if (member.id === actor.userId) throw new ApiFailure('forbidden');
    const now = clock.now();
    await trx
      .updateTable('installers')
      .set({
        active: false,
        removed_at: new Date(now),
        ...{ email: null, phone: null, avatar: null, verified_email_at: null },
        ...{ fcm: '[]', options: '{}' },
      })
      .where('id', '=', member.id)
      .execute();
    const photo =
      member.avatar === null ? null : await deleteUnusedPhoto(trx, actor, member.avatar, now);
    await endSessions(trx, member.id, now, { reason: 'removed' });
    await forgetWays(trx, member.id);
    await recordChange(trx, actor, now, { subject: 'member', fields: ['removed_at'] });
    return photo;
  });
  await deleteContent(left, services);
  return {};
};

/** What would still reach them, or let them in. */
async function forgetWays(trx: Transaction<Database>, installerId: string): Promise<void> {
  const tables = [
    'challenges',
    'email_verifications',
    'faker_tokens',
    'former_emails',
    'messages',
  ] as const;
  for (const table of tables) {
    await trx.deleteFrom(table).where('installer_id', '=', installerId).execute();
  }
}
