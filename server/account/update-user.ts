import { type Kysely, type Selectable, type Transaction, type Updateable } from 'kysely';
import { type UserChanges } from '#schemas/api/account-calls.ts';
import { type calls } from '#schemas/api/calls.ts';
import { MAX_OPTIONS } from '#schemas/installer.ts';
import { mergeOptions } from '#schemas/person-rules.ts';
import { type InstallersTable } from '../access/access-tables.ts';
import { toConsentColumns } from '../access/consents.ts';
import { getInstallerUser } from '../access/self.ts';
import { lockCompany } from '../db/changes.ts';
import { transact } from '../db/database.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { type Actor, type Handler } from '../http/handler.ts';
import { renewLeadRevs } from '../leads/move-leads.ts';
import { validateNewEmail } from './change-email.ts';
import { sendEmailCode } from './email-code.ts';
import { requireCanChangeEmail } from './email-verification.ts';
import { updateMember } from '../team/update-member.ts';
import { recordChange } from './record-change.ts';

/**
 * Updates the person's own profile, or a team member's if the id is a colleague's. Only some roles may change their own
 * email address. A new address takes effect once the code that was sent to it is entered. A new name is synced to all
 * devices that show it.
 */
export const updateUser: Handler<typeof calls.updateUser> = async (
  { params, body, actor, clientNetwork },
  services,
) => {
  if (params.id.toLowerCase() !== actor.userId) {
    return updateMember({ id: params.id, body, clientNetwork }, actor, services);
  }
  const { db, clock } = services;
  // People can't change their own phone number, so it's ignored like an unknown field.
  const { email: _email, phone: _phone, ...profile } = body;
  const email = await getNewEmail(body, actor, db);
  if (email !== null) requireCanChangeEmail(actor);
  if (email !== null) await validateNewEmail(services, actor, { email, clientNetwork });
  await transact(db, (trx) => applyChanges(trx, actor, clock.now(), profile));
  if (email !== null) await sendEmailCode(services, actor, { email, clientNetwork });
  return getInstallerUser(db, actor.userId);
};

/** Returns the new email address in the request; null if the address is missing or unchanged. */
async function getNewEmail(
  { email: typedEmail }: UserChanges,
  actor: Actor,
  db: Kysely<Database>,
): Promise<string | null> {
  const email = typedEmail?.toLowerCase();
  if (email === undefined) return null;
  const person = await db
    .selectFrom('installers')
    .select('email')
    .where('id', '=', actor.userId)
    .executeTakeFirstOrThrow();
  return email === person.email ? null : email;
}

async function applyChanges(
  trx: Transaction<Database>,
  actor: Actor,
  now: number,
  body: Omit<UserChanges, 'email' | 'phone'>,
): Promise<void> {
  // Leads show the person's name, so a new name may increment the company's counter. The company must be locked before
  // the person.
  if (changesName(body)) await lockCompany(trx, actor.companyId);
  const person = await trx
    .selectFrom('installers')
    .select(['name', 'surname', 'options'])
    .where('id', '=', actor.userId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  // A device whose session has ended must not register for push again.
  if (body.fcm !== undefined) await requireActiveSession(trx, actor);
  const { options, ...profile } = body;
  const changes: Updateable<InstallersTable> = {
    ...toColumns(profile),
    ...toConsentColumns(profile),
    ...(options !== undefined && { options: mergeBoundedOptions(person.options, options) }),
  };
  const fields = Object.keys(changes);
  if (fields.length > 0) {
    await trx.updateTable('installers').set(changes).where('id', '=', actor.userId).execute();
  }
  if (isRenamed(person, changes)) await renewLeadRevs(trx, actor, now);
  await recordChange(trx, actor, now, { subject: 'user', fields });
}

/** Throws `session_expired` if the session has ended. */
async function requireActiveSession(trx: Transaction<Database>, actor: Actor): Promise<void> {
  const session = await trx
    .selectFrom('sessions')
    .select('ended_at')
    .where('id', '=', actor.sessionId)
    .executeTakeFirstOrThrow();
  if (session.ended_at !== null) throw new ApiFailure('session_expired');
}

function changesName({ name, surname }: Pick<UserChanges, 'name' | 'surname'>): boolean {
  return name !== undefined || surname !== undefined;
}

type PersonName = Pick<Selectable<InstallersTable>, 'name' | 'surname'>;

function isRenamed(person: PersonName, changes: Updateable<InstallersTable>): boolean {
  const { name = person.name, surname = person.surname } = changes;
  return name !== person.name || surname !== person.surname;
}

type ProfileChanges = Omit<UserChanges, 'email' | 'options' | 'phone'>;

/** Maps the fields in the request to their columns. */
function toColumns(changes: ProfileChanges): Updateable<InstallersTable> {
  const inputFields = Object.entries(changes).filter(([, value]) => value !== undefined);
  // The schema admits only these fields, and each is named like its column.
  return Object.fromEntries(inputFields) as Updateable<InstallersTable>;
}

/** Merges the sent options into the stored ones. Throws `payload_too_large`. */
function mergeBoundedOptions(storedOptions: string, sentOptions: string): string {
  const text = mergeOptions(storedOptions, sentOptions);
  if (text.length > MAX_OPTIONS) throw new ApiFailure('payload_too_large');
  return text;
}
