import { type Selectable, type Transaction, type Updateable } from 'kysely';
import * as v from 'valibot';
import { type UserChanges } from '#schemas/api/account-calls.ts';
import { memberName, ownsTheirEmail } from '#schemas/person-rules.ts';
import { type TeamMember } from '#schemas/team.ts';
import { languageById } from '#schemas/languages.ts';
import { type InstallersTable } from '../access/access-tables.ts';
import { limits, take, takeOverall } from '../access/rate-limits.ts';
import { judgeNewEmail } from '../account/change-email.ts';
import { sendEmailCode } from '../account/email-code.ts';
import { recordChange } from '../account/record-change.ts';
import { refusingTaken } from '../account/taken.ts';
import { transact } from '../db/database.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { type Actor } from '../http/handler.ts';
import { moverRenamed } from '../leads/mover-renamed.ts';
import { installerWithPhone } from '../registration/find-taken.ts';
import { type Services } from '../services.ts';
import { judgedPhone } from './judge-phone.ts';
import { lockTeam, manageableMember } from './may-manage.ts';
import { memberFor, teamRows } from './team-rows.ts';

interface MemberChange {
  readonly id: string;
  readonly body: UserChanges;
  /** Where the owner is; for limits only. */
  readonly address: string;
}

/**
 * An owner mends what they have entered for a member: the name; the number while nobody has signed in
 * with it; the e-mail address of staff, which waits for the code that the member enters, so that no
 * owner comes into a member's account. Throws `not_found`, `forbidden`, `phone_fixed`, `phone_taken`, `email_taken`, …
 */
export async function updateMember(
  { id, body, address }: MemberChange,
  actor: Actor,
  services: Services,
): Promise<TeamMember> {
  const { db, clock } = services;
  const before = await manageableMember(db, actor, id);
  const { name, surname, phone, email, ...others } = body;
  if (Object.values(others).some((value) => value !== undefined)) throw new ApiFailure('forbidden');
  const changes: Updateable<InstallersTable> = {
    ...(name !== undefined && { name: nameOf(name, 'body.name') }),
    ...(surname !== undefined && { surname: nameOf(surname, 'body.surname') }),
    ...(phone !== undefined && { phone: judgedPhone(phone, actor, services) }),
  };
  if (changes.phone === before.phone) delete changes.phone;
  if (changes.phone !== undefined) {
    const passed = await take(services, limits.validateFrom, address);
    await takeOverall(services, limits.validateAll, passed);
  }
  const next = email?.toLowerCase();
  const member = { userId: before.id, language: languageById(before.languages_id) ?? 'en' };
  if (next !== undefined && next !== before.email) {
    if (ownsTheirEmail(before.role)) throw new ApiFailure('forbidden');
    await judgeNewEmail(services, actor, { email: next, address, of: member.userId });
  }
  await refusingTaken(transact(db, (trx) => write(trx, actor, before.id, changes, clock.now())));
  if (next !== undefined && next !== before.email) {
    await sendEmailCode(services, member, { email: next, address });
  } else if (next !== undefined) {
    await forgetPending(services, before.id);
  }
  const row = await teamRows(db, actor.companyId)
    .where('installers.id', '=', before.id)
    .executeTakeFirst();
  if (row === undefined) throw new ApiFailure('not_found');
  return memberFor(actor)(row);
}

/** What the call's schema lets through of a person may still be none of a member. Throws `invalid_input`. */
function nameOf(typed: string, field: string): string {
  const name = v.safeParse(memberName, typed);
  if (!name.success) throw new ApiFailure('invalid_input', { field });
  return name.output;
}

type Named = Pick<Selectable<InstallersTable>, 'name' | 'surname'>;

async function write(
  trx: Transaction<Database>,
  actor: Actor,
  id: string,
  changes: Updateable<InstallersTable>,
  now: number,
): Promise<void> {
  await lockTeam(trx, actor);
  const before = await manageableMember(trx, actor, id);
  const fields = Object.keys(changes);
  if (fields.length === 0) return;
  if (changes.phone) {
    const asked = await trx
      .selectFrom('installers')
      .select('has_signed_in')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (asked.has_signed_in) throw new ApiFailure('phone_fixed', { field: 'body.phone' });
    if ((await installerWithPhone(trx, changes.phone)) !== undefined) {
      throw new ApiFailure('phone_taken', { field: 'body.phone' });
    }
    // Codes that went to the number before are no proof of this one.
    await trx.deleteFrom('challenges').where('installer_id', '=', id).execute();
  }
  await trx.updateTable('installers').set(changes).where('id', '=', id).execute();
  const mover = { userId: id, companyId: actor.companyId };
  if (isRenamed(before, changes)) await moverRenamed(trx, mover, now);
  await recordChange(trx, actor, now, { subject: 'member', fields });
}

function isRenamed(before: Named, { name, surname }: Updateable<InstallersTable>): boolean {
  return (name ?? before.name) !== before.name || (surname ?? before.surname) !== before.surname;
}

/** The member keeps the address they have: another that waits for its code is forgotten. */
async function forgetPending({ db }: Services, installerId: string): Promise<void> {
  await db.deleteFrom('email_verifications').where('installer_id', '=', installerId).execute();
}
