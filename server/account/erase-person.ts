import { type Kysely, sql, type Transaction } from 'kysely';
import { isOwner } from '#schemas/roles.ts';
import { lockCompany } from '../db/changes.ts';
import { transact } from '../db/database.ts';
import { type Database } from '../db/tables.ts';
import { deleteContent } from '../files/unreferenced-files.ts';
import { ApiFailure } from '../http/failure.ts';
import { renewLeadRevs } from '../leads/move-leads.ts';
import { type Services } from '../services.ts';
import { deactivatePerson } from '../team/remove-member.ts';
import { countRetained, type RetainedRows } from './count-retained.ts';
import { lockPerson } from './operator-sessions.ts';
import { eraseDrafts } from '../console/draft-handlers.ts';
import { eraseComments } from '../console/record-comments.ts';
import { redactReasons } from '../console/redact-reasons.ts';
import { isErased, createPseudonym, type RedactedPerson } from './redact-person.ts';
import {
  redactActions,
  redactFileNames,
  redactMessages,
  redactOrders,
  redactResponses,
} from './redact-records.ts';

/** Tables whose rows belong only to the person. Deleting a chat also deletes its messages. */
const ownTables = ['notifications', 'survey_invitations', 'support_chats'] as const;

/** Number of deleted, pseudonymised and kept rows, by kind. */
export interface Erasure {
  readonly deleted: Readonly<Record<string, number>>;
  readonly pseudonymised: Readonly<Record<string, number>>;
  readonly kept: readonly RetainedRows[];
}

/** Rolls back a transaction that only counted changes. */
class DryRun extends Error {
  readonly erasure: Erasure;
  constructor(erasure: Erasure) {
    super('dry run');
    this.erasure = erasure;
  }
}

type EraseServices = Pick<Services, 'db' | 'clock' | 'files' | 'logger'>;

/**
 * Erases a person's data for good, at their request: deletes what belongs only to them, and replaces their name
 * in what the company must keep. Devices are signed out; colleagues' devices pull the changed rows.
 * Throws `installer_not_found`; `conflict` if the person was erased before; `forbidden` for the last owner of a
 * company unless it is closed too; `move_not_allowed` if `closesCompany` is set for anyone else.
 * @param options `isDryRun` only counts the rows and changes nothing; `closesCompany` also disables the company
 */
export async function erasePerson(
  personId: string,
  options: { readonly isDryRun: boolean; readonly closesCompany: boolean },
  services: EraseServices,
): Promise<Erasure> {
  const { db, clock } = services;
  try {
    const { erasure, photo } = await transact(db, async (trx) => {
      const result = await eraseInTransaction(trx, personId, options.closesCompany, clock.now());
      if (options.isDryRun) throw new DryRun(result.erasure);
      return result;
    });
    await deleteContent(photo, services);
    return erasure;
  } catch (error) {
    if (error instanceof DryRun) return error.erasure;
    throw error;
  }
}

/**
 * Like `erasePerson`, but in the caller's transaction.
 * @returns the key of the picture's file, to delete after the commit; null if there is none
 */
export async function eraseInTransaction(
  trx: Transaction<Database>,
  personId: string,
  closesCompany: boolean,
  now: number,
): Promise<{ readonly erasure: Erasure; readonly photo: string | null }> {
  const companyId = await findCompany(trx, personId);
  await lockCompany(trx, companyId);
  const storedPerson = await lockPerson(trx, personId);
  const pseudonym = createPseudonym(personId);
  if (isErased(storedPerson)) throw new ApiFailure('conflict');
  const isLastOwner =
    isOwner(storedPerson.role) && !(await hasOtherOwner(trx, companyId, personId));
  // Closing the company signs all colleagues out, so it's only possible together with erasing its last owner.
  if (closesCompany && !isLastOwner) throw new ApiFailure('move_not_allowed');
  if (!closesCompany && isLastOwner) throw new ApiFailure('forbidden');
  if (closesCompany)
    await trx.updateTable('companies').set({ active: 0 }).where('id', '=', companyId).execute();
  const { name, surname, email, phone } = storedPerson;
  const emails = [...(email === null ? [] : [email]), ...(await loadOtherEmails(trx, personId))];
  const person: RedactedPerson = { name, surname, emails, phone, pseudonym };
  const retainedRows = await countRetained(trx, personId);
  const closedCompany = closesCompany ? companyId : null;
  const deletedCounts = await deleteOwnRows(trx, person, { personId, closedCompany });
  const photo = await deactivatePerson(trx, storedPerson, now);
  await trx
    .updateTable('installers')
    .set({
      ...pseudonym,
      email_consent: false,
      phone_consent: false,
      marketing_email_consent: false,
      marketing_phone_consent: false,
    })
    .where('id', '=', personId)
    .execute();
  const sessions = await trx
    .updateTable('sessions')
    .set({ identifier_hash: null, device_hash: null, browser: 'other', system: 'other' })
    .where('installer_id', '=', personId)
    .executeTakeFirst();
  await renewLeadRevs(trx, { userId: personId, companyId }, now);
  const pseudonymisedCounts = {
    sessions: Number(sessions.numUpdatedRows),
    orders: await redactOrders(trx, { companyId, personId, person, now }),
    'order files': await redactFileNames(trx, person, companyId),
    'stored responses': await redactResponses(trx, person, personId),
    messages: await redactMessages(trx, person),
    'operator actions': await redactActions(trx, person, personId),
    'console comments': await eraseComments(trx, person, [
      personId,
      ...(closesCompany ? [companyId] : []),
    ]),
    'console reasons': await redactReasons(trx, person, personId),
  };
  return {
    erasure: { deleted: deletedCounts, pseudonymised: pseudonymisedCounts, kept: retainedRows },
    photo,
  };
}

async function findCompany(db: Kysely<Database>, personId: string): Promise<string> {
  const person = await db
    .selectFrom('installers')
    .select('company_id')
    .where('id', '=', personId)
    .executeTakeFirst();
  if (!person) throw new ApiFailure('installer_not_found');
  return person.company_id;
}

/** True if the company has another active owner, or if it's closed and needs no owner. */
async function hasOtherOwner(
  db: Kysely<Database>,
  companyId: string,
  personId: string,
): Promise<boolean> {
  const people = await db
    .selectFrom('installers')
    .innerJoin('companies', 'companies.id', 'installers.company_id')
    .select(['installers.role', 'companies.active as companyActive'])
    .where('company_id', '=', companyId)
    .where((eb) => eb.or([eb('companies.active', '=', 0), eb('installers.active', '=', true)]))
    .where((eb) => eb.or([eb('companies.active', '=', 0), eb('installers.id', '<>', personId)]))
    .execute();
  return people.some(({ role, companyActive }) => companyActive === 0 || isOwner(role));
}

async function deleteOwnRows(
  trx: Transaction<Database>,
  person: RedactedPerson,
  erased: { readonly personId: string; readonly closedCompany: string | null },
): Promise<Erasure['deleted']> {
  const { emails, phone } = person;
  const { personId } = erased;
  const drafts = await eraseDrafts(trx, person, erased);
  const counts: Record<string, number> = {};
  for (const table of ownTables) {
    const { numDeletedRows } = await trx
      .deleteFrom(table)
      .where('user_id', '=', personId)
      .executeTakeFirst();
    counts[table.replaceAll('_', ' ')] = Number(numDeletedRows);
  }
  const responses = await trx
    .deleteFrom('idempotency_keys')
    .where('owner', '=', personId)
    .executeTakeFirst();
  // Includes messages to the person's former and pending numbers and addresses.
  const recipients = [...emails, ...(phone === null ? [] : [phone])];
  const messages = await trx
    .deleteFrom('messages')
    .where((eb) =>
      eb.or([
        eb('installer_id', '=', personId),
        ...(recipients.length === 0 ? [] : [eb('recipient', 'in', recipients)]),
      ]),
    )
    .executeTakeFirst();
  await trx.deleteFrom('message_log').where('installer_id', '=', personId).execute();
  await sql`delete from push_messages where installer_id = ${personId}`.execute(trx);
  const feeds = await trx
    .deleteFrom('calendar_feeds')
    .where('installer_id', '=', personId)
    .executeTakeFirst();
  return {
    ...counts,
    'calendar feeds': Number(feeds.numDeletedRows),
    messages: Number(messages.numDeletedRows),
    'stored responses': Number(responses.numDeletedRows),
    'console drafts': drafts,
  };
}

/** Loads the person's former addresses and the one being verified, because messages may have been sent to them. */
async function loadOtherEmails(db: Kysely<Database>, personId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('former_emails')
    .select('email')
    .where('installer_id', '=', personId)
    .union(
      db.selectFrom('email_verifications').select('email').where('installer_id', '=', personId),
    )
    .execute();
  return rows.map(({ email }) => email);
}
