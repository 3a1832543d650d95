import { type Transaction } from 'kysely';
import { languageById } from '#schemas/languages.ts';
import { regionCodeOf } from '#schemas/regions.ts';
import { type MemberPhone } from '../access/access-tables.ts';
import { endAccess, lockPerson } from '../account/operator-sessions.ts';
import { mapUniqueViolation } from '../account/unique-conflicts.ts';
import { transact } from '../db/database.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { enqueueMessage } from '../messages/queue/enqueue.ts';
import { findInstallerByPhone } from '../registration/find-existing.ts';
import { type Services } from '../services.ts';
import { validateMemberPhone } from './validate-member-phone.ts';

/**
 * Validates a new phone number for an active person, by the rules of the country of the person's company. Throws
 * `installer_not_found`, `invalid_phone` or `letters_not_allowed`.
 */
export async function validateOperatorPhone(
  personId: string,
  typedPhone: string,
  { db, environment }: Pick<Services, 'db' | 'environment'>,
): Promise<MemberPhone> {
  const company = await db
    .selectFrom('installers')
    .innerJoin('companies', 'companies.id', 'installers.company_id')
    .select('companies.regions_id')
    .where('installers.id', '=', personId)
    .where('installers.active', '=', true)
    .executeTakeFirst();
  if (!company) throw new ApiFailure('installer_not_found');
  const region = regionCodeOf(company.regions_id);
  return validateMemberPhone(typedPhone, { region }, { environment });
}

/**
 * Replaces an active person's phone number, even an owner's, on behalf of an operator who has checked the person's
 * identity. Signs the person out everywhere and notifies the old number. Throws the errors of `validateOperatorPhone`,
 * `phone_taken`, and `conflict` if the person already has this number.
 * @returns the number of sessions that were still active
 */
export async function changePhoneByOperator(
  personId: string,
  typedPhone: string,
  services: Pick<Services, 'db' | 'clock' | 'environment'>,
): Promise<number> {
  const phone = await validateOperatorPhone(personId, typedPhone, services);
  const now = services.clock.now();
  return mapUniqueViolation(
    transact(services.db, (trx) => replacePhone(trx, { personId, phone, now })),
  );
}

/**
 * Does the same as `changePhoneByOperator`, but in the caller's transaction. The caller must map violations of unique
 * indexes.
 * @param change `phone` must have been returned by `validateOperatorPhone`
 */
export async function replacePhone(
  trx: Transaction<Database>,
  {
    personId,
    phone,
    now,
  }: { readonly personId: string; readonly phone: MemberPhone; readonly now: number },
): Promise<number> {
  const person = await lockPerson(trx, personId);
  if (!person.active) throw new ApiFailure('installer_not_found');
  if (person.phone === phone) throw new ApiFailure('conflict');
  if ((await findInstallerByPhone(trx, phone)) !== undefined) throw new ApiFailure('phone_taken');
  await trx.updateTable('installers').set({ phone }).where('id', '=', personId).execute();
  if (person.phone !== null) {
    const language = languageById(person.languages_id) ?? 'en';
    const notice = { template: 'sign_in_replaced', data: {} } as const;
    await enqueueMessage(trx, [{ phone: person.phone, language }], notice, now);
  }
  return endAccess(trx, personId, now);
}
