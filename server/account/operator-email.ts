import { type Transaction } from 'kysely';
import { languageById } from '#schemas/languages.ts';
import { type VerifiedEmail } from '../access/access-tables.ts';
import { transact } from '../db/database.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { enqueueMessage } from '../messages/queue/enqueue.ts';
import { findInstallerByEmail } from '../registration/find-existing.ts';
import { type Services } from '../services.ts';
import { endAccess, lockPerson } from './operator-sessions.ts';
import { mapUniqueViolation } from './unique-conflicts.ts';

/**
 * Replaces an active person's email address on behalf of an operator who checked their identity. Signs the person
 * out everywhere, and notifies the old address. The notice has no code that restores the old address, because the
 * person has lost access to it. The next sign-in with the new address verifies it. Throws `installer_not_found`,
 * `email_taken`, and `conflict` if the person already has this address.
 * @param email normalised address
 * @returns the number of sessions that were still active
 */
export function changeEmailByOperator(
  personId: string,
  email: string,
  { db, clock }: Pick<Services, 'db' | 'clock'>,
): Promise<number> {
  return mapUniqueViolation(
    transact(db, (trx) => replaceEmail(trx, { personId, email, now: clock.now() })),
  );
}

/** Like `changeEmailByOperator`, but in the caller's transaction; the caller maps unique-index violations. */
export async function replaceEmail(
  trx: Transaction<Database>,
  {
    personId,
    email,
    now,
  }: { readonly personId: string; readonly email: string; readonly now: number },
): Promise<number> {
  const person = await lockPerson(trx, personId);
  if (!person.active) throw new ApiFailure('installer_not_found');
  if (person.email === email) throw new ApiFailure('conflict');
  const holder = await findInstallerByEmail(trx, email, now);
  if (holder !== undefined && holder !== personId) throw new ApiFailure('email_taken');
  await trx.deleteFrom('former_emails').where('installer_id', '=', personId).execute();
  await trx
    .updateTable('installers')
    // The cast is intended: no code was sent to the address, because an operator has checked the person's identity.
    .set({ email: email as VerifiedEmail, verified_email_at: null, email_from_operator: true })
    .where('id', '=', personId)
    .execute();
  if (person.email !== null) {
    const language = languageById(person.languages_id) ?? 'en';
    const notice = { template: 'sign_in_replaced', data: {} } as const;
    await enqueueMessage(trx, [{ email: person.email, language }], notice, now);
  }
  return endAccess(trx, personId, now);
}
