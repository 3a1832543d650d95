import { type Selectable, type Transaction } from 'kysely';
import * as v from 'valibot';
import { type UserChanges } from '#schemas/api/account-calls.ts';
import { memberName, managesOwnEmail } from '#schemas/person-rules.ts';
import { type TeamMember } from '#schemas/team.ts';
import { languageById } from '#schemas/languages.ts';
import { type InstallersTable, type MemberPhone } from '../access/access-tables.ts';
import { validateNewEmail } from '../account/change-email.ts';
import { sendEmailCode } from '../account/email-code.ts';
import { recordChange } from '../account/record-change.ts';
import { mapUniqueViolation } from '../account/unique-conflicts.ts';
import { transact } from '../db/database.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { type Actor } from '../http/handler.ts';
import { renewLeadRevs } from '../leads/move-leads.ts';
import { type Services } from '../services.ts';
import { changePhone, enforcePhoneChangeLimits } from './change-phone.ts';
import { validateMemberPhone } from './validate-member-phone.ts';
import { lockTeam, findManageableMember } from './team-access.ts';
import { memberFromRow, selectTeam } from './member-row.ts';

/** Fields of a member that an owner may change directly. */
interface MemberChanges {
  name?: string;
  surname?: string;
  phone?: MemberPhone;
}

interface MemberChange {
  readonly id: string;
  readonly body: UserChanges;
  /** The owner's network, for rate limits only. */
  readonly clientNetwork: string;
}

/**
 * Changes a member's name, phone number or email address on behalf of an owner. A new phone number signs the member out
 * everywhere. The email address can be changed only for staff, and applies once the member has entered the code. Throws
 * `not_found`, `forbidden`, `phone_immutable`, `phone_taken`, `email_taken`, …
 */
export async function updateMember(
  { id, body, clientNetwork }: MemberChange,
  actor: Actor,
  services: Services,
): Promise<TeamMember> {
  const { db } = services;
  const member = await findManageableMember(db, actor, id);
  const { name, surname, phone, email, ...others } = body;
  if (Object.values(others).some((value) => value !== undefined)) throw new ApiFailure('forbidden');
  const changes: MemberChanges = {
    ...(name !== undefined && { name: validateName(name, 'body.name') }),
    ...(surname !== undefined && { surname: validateName(surname, 'body.surname') }),
    ...(phone !== undefined && { phone: validateMemberPhone(phone, actor, services) }),
  };
  if (changes.phone === member.phone) delete changes.phone;
  if (changes.phone) {
    const change = { from: member.phone, to: changes.phone, clientNetwork };
    await enforcePhoneChangeLimits(services, actor, change);
  }
  const newEmail = email?.toLowerCase();
  const recipient = { userId: member.id, language: languageById(member.languages_id) ?? 'en' };
  if (newEmail !== undefined && newEmail !== member.email) {
    if (managesOwnEmail(member.role)) throw new ApiFailure('forbidden');
    await validateNewEmail(services, actor, {
      email: newEmail,
      clientNetwork,
      personId: member.id,
    });
  }
  await mapUniqueViolation(
    transact(db, (trx) => applyChanges(trx, services, actor, { id: member.id, changes })),
  );
  if (newEmail !== undefined && newEmail !== member.email) {
    await sendEmailCode(services, recipient, { email: newEmail, clientNetwork });
  } else if (newEmail !== undefined) {
    await cancelPendingEmail(services, member.id);
  }
  const row = await selectTeam(db, actor.companyId)
    .where('installers.id', '=', member.id)
    .executeTakeFirst();
  if (row === undefined) throw new ApiFailure('not_found');
  return memberFromRow(actor)(row);
}

/** Validates a name. The call's schema is less strict, because other calls share it. Throws `invalid_input`. */
function validateName(input: string, field: string): string {
  const name = v.safeParse(memberName, input);
  if (!name.success) throw new ApiFailure('invalid_input', { field });
  return name.output;
}

type PersonName = Pick<Selectable<InstallersTable>, 'name' | 'surname'>;

async function applyChanges(
  trx: Transaction<Database>,
  services: Services,
  actor: Actor,
  { id, changes }: { readonly id: string; readonly changes: MemberChanges },
): Promise<void> {
  const now = services.clock.now();
  await lockTeam(trx, actor);
  const member = await findManageableMember(trx, actor, id);
  const fields = Object.keys(changes);
  if (fields.length === 0) return;
  const { phone, ...names } = changes;
  if (phone !== undefined) await changePhone(trx, services, actor, { id, phone });
  if (Object.keys(names).length > 0) {
    await trx.updateTable('installers').set(names).where('id', '=', id).execute();
  }
  const mover = { userId: id, companyId: actor.companyId };
  if (isRenamed(member, changes)) await renewLeadRevs(trx, mover, now);
  await recordChange(trx, actor, now, { subject: 'member', fields });
}

function isRenamed(person: PersonName, { name, surname }: MemberChanges): boolean {
  return (name ?? person.name) !== person.name || (surname ?? person.surname) !== person.surname;
}

/** Cancels a pending change of the email address, because the owner has entered the current address again. */
async function cancelPendingEmail({ db }: Services, installerId: string): Promise<void> {
  await db.deleteFrom('email_verifications').where('installer_id', '=', installerId).execute();
}
