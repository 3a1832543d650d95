import { isDeepStrictEqual } from 'node:util';
import { sql, type Transaction } from 'kysely';
import { deliveryTypes } from '#schemas/delivery.ts';
import { nextRevs } from '../db/changes.ts';
import { toJsonb } from '../db/jsonb.ts';
import { type Database } from '../db/tables.ts';
import { type ActionDetails } from '../operator/operator-tables.ts';
import { redactPerson, type RedactedPerson, redactText } from './redact-person.ts';

/**
 * Redacts the person in all orders of the company. In orders that the person placed or received, also replaces the
 * contact details. Keeps the goods, the points and the town, and for deliveries to the company also the street.
 * @returns the number of changed orders
 */
export async function redactOrders(
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
  const changedRows = rows.flatMap(({ uuid, user_id, customer, contents, delivery, reason }) => {
    const redactedContent = redactPerson(customer, person) as Record<string, unknown>;
    const isRecipient = !isDeepStrictEqual(redactedContent, customer);
    const isOwn = user_id === personId || isRecipient;
    const newValues = {
      customer: isOwn
        ? { ...redactedContent, ...createPseudonymContact(person, delivery) }
        : redactedContent,
      contents: redactPerson(contents, person),
      reason: reason === null ? null : redactText(reason, person).slice(0, 500),
    };
    return isDeepStrictEqual(newValues, { customer, contents, reason })
      ? []
      : [{ uuid, ...newValues }];
  });
  if (changedRows.length === 0) return 0;
  const firstRev = await nextRevs(trx, companyId, changedRows.length);
  for (const [index, { uuid, customer, contents, reason }] of changedRows.entries()) {
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
  return changedRows.length;
}

function createPseudonymContact({ pseudonym }: RedactedPerson, delivery: number) {
  const isCompanyDelivery = delivery === deliveryTypes.company;
  return {
    ...pseudonym,
    email: null,
    phone: null,
    ...(!isCompanyDelivery && { street: null, house_number: null }),
  };
}

/** Redacts the person in responses that are stored so that colleagues' requests can be repeated safely. */
export async function redactResponses(
  trx: Transaction<Database>,
  person: RedactedPerson,
  personId: string,
): Promise<number> {
  const traces = [personId, ...person.emails, person.phone, person.surname].filter(
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
    const redactedContent = redactPerson(answer, person);
    if (isDeepStrictEqual(redactedContent, answer)) continue;
    count += 1;
    await trx
      .updateTable('idempotency_keys')
      .set({ answer: toJsonb(redactedContent) })
      .where('owner', '=', owner)
      .where('key', '=', key)
      .execute();
  }
  return count;
}

/** Redacts the person in queued messages to others. */
export async function redactMessages(
  trx: Transaction<Database>,
  person: RedactedPerson,
): Promise<number> {
  const rows = await trx
    .selectFrom('messages')
    .select(['uuid', 'content'])
    .where('content', 'is not', null)
    .execute();
  let count = 0;
  for (const { uuid, content } of rows) {
    const redactedContent = redactPerson(content, person);
    if (isDeepStrictEqual(redactedContent, content)) continue;
    count += 1;
    await trx
      .updateTable('messages')
      .set({ content: toJsonb(redactedContent) })
      .where('uuid', '=', uuid)
      .execute();
  }
  return count;
}

/** Redacts the person in the names of the company's order files. */
export async function redactFileNames(
  trx: Transaction<Database>,
  person: RedactedPerson,
  companyId: string,
): Promise<number> {
  const files = await trx
    .selectFrom('order_files')
    .select(['uuid', 'name'])
    .where('company_id', '=', companyId)
    .execute();
  const renamedFiles = files
    .map(({ uuid, name }) => ({ uuid, name, newName: redactText(name, person) }))
    .filter(({ name, newName }) => newName !== name);
  for (const { uuid, newName } of renamedFiles) {
    await trx.updateTable('order_files').set({ name: newName }).where('uuid', '=', uuid).execute();
  }
  return renamedFiles.length;
}

/** Redacts the reasons and details of operators' actions that were taken on the person or that mention them. */
export async function redactActions(
  trx: Transaction<Database>,
  person: RedactedPerson,
  personId: string,
): Promise<number> {
  const text = sql`concat(why, ' ', details)`;
  const rows = await trx
    .selectFrom('operator_acts')
    .select(['uuid', 'command', 'words', 'why', 'details'])
    .where(
      sql<boolean>`words @> array[${personId}]::text[]
        or position(lower(${person.surname}::text) in lower(${text})) > 0
        or exists (select from unnest(${[...person.emails]}::text[]) email where position(email in lower(${text})) > 0)
        or position(right(${person.phone}::text, 8) in regexp_replace(${text}, '[^0-9]', '', 'g')) > 0`,
    )
    .execute();
  let count = 0;
  for (const { uuid, command, words, why, details } of rows) {
    const isAboutPerson = words.some((word) => word.toLowerCase() === personId);
    const isErasure = command === 'people erase';
    const newReason = isAboutPerson && !isErasure ? '(erased)' : redactText(why, person);
    const newDetails = isAboutPerson ? keepProof(details) : redactPerson(details, person);
    if (newReason === why && isDeepStrictEqual(newDetails, details)) continue;
    count += 1;
    await sql`
      update operator_acts set why = ${newReason},
        details = ${newDetails === null ? null : toJsonb(newDetails)}
      where uuid = ${uuid}`.execute(trx);
  }
  return count;
}

/** Keeps only the kind of proof, and drops the other details, which are masked values and references. */
function keepProof(details: ActionDetails | null) {
  if (details === null) return null;
  return details.proof === undefined ? {} : { proof: details.proof };
}
