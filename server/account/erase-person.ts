import { isDeepStrictEqual } from 'node:util';
import { type Kysely, sql, type Transaction } from 'kysely';
import { deliveryTypes } from '#schemas/delivery.ts';
import { isOwner } from '#schemas/roles.ts';
import { lockCompany, nextRevs } from '../db/changes.ts';
import { transact } from '../db/database.ts';
import { toJsonb } from '../db/jsonb.ts';
import { type Database } from '../db/tables.ts';
import { deleteContent } from '../files/unreferenced-files.ts';
import { ApiFailure } from '../http/failure.ts';
import { bumpLeadsMovedBy } from '../leads/move-leads.ts';
import { type Services } from '../services.ts';
import { deactivatePerson } from '../team/remove-member.ts';
import { lockPerson } from './operator-sessions.ts';
import { redactPerson, type RedactedPerson, redactText } from './redact-person.ts';

/** First name of people whose data was erased; the last name is the start of their id. */
const ERASED_NAME = 'Person';
/** Tables with rows that belong only to the person; chats bring their messages along. */
const ownTables = ['notifications', 'survey_invitations', 'support_chats'] as const;
/** Tables whose rows keep the person's id. */
const keptTables = ['ledger', 'projects', 'scans'] as const;

/** Number of rows by kind. */
export interface Erasure {
  readonly deleted: Readonly<Record<string, number>>;
  readonly pseudonymised: Readonly<Record<string, number>>;
  readonly kept: Readonly<Record<string, number>>;
}

/** Rolls back a transaction whose changes only had to be counted. */
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
 * @param options `isDryRun` counts and changes nothing; `closesCompany` disables the company
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

async function eraseInTransaction(
  trx: Transaction<Database>,
  personId: string,
  closesCompany: boolean,
  now: number,
): Promise<{ readonly erasure: Erasure; readonly photo: string | null }> {
  const companyId = await findCompany(trx, personId);
  await lockCompany(trx, companyId);
  const storedPerson = await lockPerson(trx, personId);
  const pseudonym = { name: ERASED_NAME, surname: personId.slice(0, 8) };
  if (storedPerson.name === pseudonym.name && storedPerson.surname === pseudonym.surname)
    throw new ApiFailure('conflict');
  const isLastOwner =
    isOwner(storedPerson.role) && !(await hasOtherOwner(trx, companyId, personId));
  // Closing the company signs all colleagues out, so it is only possible with its last owner.
  if (closesCompany && !isLastOwner) throw new ApiFailure('move_not_allowed');
  if (!closesCompany && isLastOwner) throw new ApiFailure('forbidden');
  if (closesCompany)
    await trx.updateTable('companies').set({ active: 0 }).where('id', '=', companyId).execute();
  const { name, surname, email, phone } = storedPerson;
  const person: RedactedPerson = { name, surname, email, phone, pseudonym };
  const kept = await countKept(trx, personId);
  const deleted = await deleteOwnRows(trx, personId, person);
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
  await bumpLeadsMovedBy(trx, { userId: personId, companyId }, now);
  const pseudonymised = {
    sessions: Number(sessions.numUpdatedRows),
    orders: await redactOrders(trx, { companyId, personId, person, now }),
    'stored responses': await redactResponses(trx, person, personId),
    'operator actions': await redactActs(trx, person, personId),
  };
  return { erasure: { deleted, pseudonymised, kept }, photo };
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

/** True if another active owner is left, or the company is closed and needs none. */
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

async function countKept(db: Kysely<Database>, personId: string): Promise<Erasure['kept']> {
  const count = async (table: 'ledger' | 'projects' | 'scans' | 'warranty_certificates') => {
    const column = table === 'warranty_certificates' ? 'user_id' : 'created_by';
    // A colleague's entry may have a share of the person.
    const hasShare =
      table === 'ledger' ? sql`or people @> ${JSON.stringify([{ uuid: personId }])}::jsonb` : sql``;
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from ${sql.table(table)}
      where ${sql.ref(column)} = ${personId} ${hasShare}`.execute(db);
    return rows[0]?.count ?? 0;
  };
  const counts: Record<string, number> = {};
  for (const table of keptTables) counts[table] = await count(table);
  return { ...counts, certificates: await count('warranty_certificates') };
}

async function deleteOwnRows(
  trx: Transaction<Database>,
  personId: string,
  { email, phone }: RedactedPerson,
): Promise<Erasure['deleted']> {
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
  // Also those addressed to the person's number or address, past or pending.
  const recipients = [email, phone].filter((recipient) => recipient !== null);
  const messages = await trx
    .deleteFrom('messages')
    .where((eb) =>
      eb.or([
        eb('installer_id', '=', personId),
        ...(recipients.length === 0 ? [] : [eb('recipient', 'in', recipients)]),
      ]),
    )
    .executeTakeFirst();
  await sql`delete from push_messages where installer_id = ${personId}`.execute(trx);
  return {
    ...counts,
    messages: Number(messages.numDeletedRows),
    'stored responses': Number(responses.numDeletedRows),
  };
}

/**
 * Replaces the person in the orders they placed or received. The goods, points and place stay, and so does the
 * address of a delivery to the company.
 */
async function redactOrders(
  trx: Transaction<Database>,
  scope: {
    readonly companyId: string;
    readonly personId: string;
    readonly person: RedactedPerson;
    readonly now: number;
  },
): Promise<number> {
  const { companyId, personId, person, now } = scope;
  const rows = await trx
    .selectFrom('orders')
    .select(['uuid', 'user_id', 'customer', 'contents', 'delivery', 'reason'])
    .where('company_id', '=', companyId)
    .orderBy('rev')
    .execute();
  const changed = rows.flatMap(({ uuid, user_id, customer, contents, delivery, reason }) => {
    const redacted = redactPerson(customer, person) as Record<string, unknown>;
    const isRecipient = !isDeepStrictEqual(redacted, customer);
    const isOwn = user_id === personId || isRecipient;
    const newValues = {
      customer: isOwn ? { ...redacted, ...createPseudonymContact(person, delivery) } : redacted,
      contents: redactPerson(contents, person),
      reason: reason === null ? null : redactText(reason, person).slice(0, 500),
    };
    return isDeepStrictEqual(newValues, { customer, contents, reason })
      ? []
      : [{ uuid, ...newValues }];
  });
  if (changed.length === 0) return 0;
  const firstRev = await nextRevs(trx, companyId, changed.length);
  for (const [index, { uuid, customer, contents, reason }] of changed.entries()) {
    await trx
      .updateTable('orders')
      .set({
        customer: toJsonb(customer),
        contents: toJsonb(contents),
        reason,
        rev: firstRev + index,
        updated_at: new Date(now),
      })
      .where('uuid', '=', uuid)
      .execute();
  }
  return changed.length;
}

function createPseudonymContact({ pseudonym }: RedactedPerson, delivery: number) {
  const isToCompany = delivery === deliveryTypes.company;
  return {
    ...pseudonym,
    email: null,
    phone: null,
    ...(!isToCompany && { street: null, house_number: null }),
  };
}

/** Replaces the person in responses stored for colleagues' repeated requests. */
async function redactResponses(
  trx: Transaction<Database>,
  person: RedactedPerson,
  personId: string,
): Promise<number> {
  const traces = [personId, person.email, person.phone, person.surname].filter(
    (trace) => trace !== null,
  );
  const rows = await trx
    .selectFrom('idempotency_keys')
    .select(['owner', 'key', 'answer'])
    .where((eb) =>
      eb.or(traces.map((trace) => sql<boolean>`position(${trace}::text in answer::text) > 0`)),
    )
    .execute();
  let count = 0;
  for (const { owner, key, answer } of rows) {
    const redacted = redactPerson(answer, person);
    if (isDeepStrictEqual(redacted, answer)) continue;
    count += 1;
    await trx
      .updateTable('idempotency_keys')
      .set({ answer: toJsonb(redacted) })
      .where('owner', '=', owner)
      .where('key', '=', key)
      .execute();
  }
  return count;
}

/** Replaces reasons and details of operators' actions on the person, and of those that name them. */
async function redactActs(
  trx: Transaction<Database>,
  person: RedactedPerson,
  personId: string,
): Promise<number> {
  const rows = await trx
    .selectFrom('operator_acts')
    .select(['uuid', 'command', 'words', 'why', 'details'])
    .where(
      sql<boolean>`words @> array[${personId}]::text[]
        or position(lower(${person.surname}::text) in lower(why)) > 0
        or position(lower(${person.email}::text) in lower(why)) > 0
        or position(right(${person.phone}::text, 8) in regexp_replace(why, '[^0-9]', '', 'g')) > 0`,
    )
    .execute();
  let count = 0;
  for (const { uuid, command, words, why, details } of rows) {
    const isOnPerson = words.some((word) => word.toLowerCase() === personId);
    const isErasure = command === 'people erase';
    const newReason = isOnPerson && !isErasure ? '(erased)' : redactText(why, person);
    if (newReason === why && (details === null || !isOnPerson)) continue;
    count += 1;
    await trx
      .updateTable('operator_acts')
      .set({ why: newReason })
      .where('uuid', '=', uuid)
      .execute();
    if (isOnPerson)
      await sql`update operator_acts set details = details - 'before' - 'after' - 'reference'
        where uuid = ${uuid}`.execute(trx);
  }
  return count;
}
