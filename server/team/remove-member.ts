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
 * Removes a member from the team. This immediately ends the member's sessions, stops push messages, and frees the phone
 * number and email address. The member's name stays on their work, which belongs to the company. Throws `not_found` if
 * there is no such member, for example because a concurrent request has removed them. Throws `forbidden` if the actor
 * is staff, or is the member.
 */
export const removeTeamMember: Handler<typeof calls.deleteTeamMember> = async (
  { params, actor },
  services,
) => {
  const { db, clock } = services;
  await findManageableMember(db, actor, params.id);
  const removedPhoto = await transact(db, async (trx) => {
    await lockTeam(trx, actor);
    const member = await findManageableMember(trx, actor, params.id);
    if (member.id === actor.userId) throw new ApiFailure('forbidden');
    const now = clock.now();
    const photo = await deactivatePerson(trx, member, now);
    await recordChange(trx, actor, now, { subject: 'member', fields: ['removed_at'] });
    return photo;
  });
  await deleteContent(removedPhoto, services);
  return {};
};

/** A company's member, with their picture. */
interface PersonToDeactivate {
  readonly id: string;
  readonly company_id: string;
  readonly avatar: string | null;
}

/**
 * Deactivates a person. This deletes the person's contact data and picture, ends their sessions, stops push messages,
 * and frees the phone number and email address. The company must be locked.
 * @returns the key of the picture's file, to be deleted after the commit; null if there is none
 */
export async function deactivatePerson(
  trx: Transaction<Database>,
  { id, company_id, avatar }: PersonToDeactivate,
  now: number,
): Promise<string | null> {
  await trx
    .updateTable('installers')
    .set({
      active: false,
      removed_at: new Date(now),
      email: null,
      phone: null,
      avatar: null,
      verified_email_at: null,
      fcm: '[]',
      options: '{}',
    })
    .where('id', '=', id)
    .execute();
  const photo =
    avatar === null ? null : await deleteUnusedPhoto(trx, { companyId: company_id }, avatar, now);
  await endSessions(trx, id, now, { reason: 'removed' });
  await deleteAccessData(trx, id);
  return photo;
}

/** Deletes codes and tokens that could still sign the person in, and queued messages that could still reach them. */
async function deleteAccessData(trx: Transaction<Database>, installerId: string): Promise<void> {
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
