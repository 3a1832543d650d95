import { type Kysely } from 'kysely';
import { fullName } from '#schemas/person-rules.ts';
import { signedPoints } from '#schemas/ledger.ts';
import { type operatorCalls } from '#schemas/operator/operator-calls.ts';
import { type OrderRecipient } from '#schemas/operator/order-calls.ts';
import { type OrderCustomer } from '#schemas/order.ts';
import { productKindOf } from '#schemas/vendors.ts';
import { isPersonErased } from '../account/redact-person.ts';
import { createNameFormatter, readsPersonalData } from '../companies/personal-data.ts';
import { type OperatorHandler } from '../console/operator-handler.ts';
import { type ScopedQueries } from '../console/operator-scope.ts';
import { findClaim } from '../console/record-claims.ts';
import { readTimeline } from '../console/record-timeline.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { listLedgerEntries } from '../points/ledger.ts';
import { getStatusName } from './open-orders.ts';
import { orderLines } from './order-row.ts';
import { findReopening } from './reopen-order.ts';
import { orderSources } from './order-timeline.ts';

async function findOrder(queries: ScopedQueries, id: string) {
  const order = await queries
    .selectFrom('orders')
    .innerJoin('companies', 'companies.id', 'orders.company_id')
    .selectAll('orders')
    .select('companies.name as company_name')
    .where('orders.uuid', '=', id)
    .where('orders.deleted', '=', false)
    .executeTakeFirst();
  if (order === undefined) throw new ApiFailure('not_found');
  return order;
}

/**
 * Reads an order with its recipient masked. The recipient's name is unmasked for operators who may read personal data.
 */
export const readOrder: OperatorHandler<typeof operatorCalls.readOrder> = async (
  { params: { id }, operator },
  { db, clock },
) => {
  const order = await findOrder(operator.queries, id);
  const claimer = { kind: 'order', operatorId: operator.operatorId };
  const canReveal = readsPersonalData(operator, order.region_id);
  const recipient = getRecipient(order.customer as OrderCustomer);
  const entries = await listLedgerEntries(db, 'order_uuid', order.uuid);
  const ledger = entries.map(({ created_at, event, ...entry }) => ({
    at: created_at.toISOString(),
    event,
    points: signedPoints(entry),
  }));
  const lines = orderLines(order);
  return {
    id: order.uuid,
    number: order.number,
    state: getStatusName(order.status),
    type: order.type,
    kind: productKindOf(order.type),
    points: order.points,
    region: order.region_id,
    company: { id: order.company_id, name: order.company_name },
    created_at: order.created_at.toISOString(),
    updated_at: order.updated_at.toISOString(),
    claimed: await findClaim(db, claimer, order.uuid, clock.now()),
    rev: order.rev,
    reason: order.reason,
    has_response: order.response !== null,
    reference: await findReference(db, order.uuid),
    reopening: await findReopening(db, order),
    card: await findCard(db, order.uuid),
    can_reveal: canReveal,
    is_erased: order.user_id !== null && (await isPersonErased(db, order.user_id)),
    recipient: {
      ...maskRecipient(recipient),
      ...(canReveal && { name: recipient.name }),
    },
    goods: lines.map(({ name, title, quantity, price }) => ({
      name,
      attributes: title,
      quantity,
      price,
    })),
    ledger,
    ledger_points: ledger.reduce((sum, { points }) => sum + points, 0),
    files: lines.flatMap(({ inputData }) => inputData?.logo ?? []),
  };
};

async function findReference(db: Kysely<Database>, order: string): Promise<string | null> {
  const row = await db
    .selectFrom('order_references')
    .select('reference')
    .where('order_uuid', '=', order)
    .executeTakeFirst();
  return row?.reference ?? null;
}

/** Finds the card that was issued for an order; null if there is none. */
async function findCard(db: Kysely<Database>, order: string) {
  const row = await db
    .selectFrom('club_cards')
    .select(['uuid as id', 'last_digits as digits'])
    .where('order_uuid', '=', order)
    .executeTakeFirst();
  return row ?? null;
}

/** Reads the data that `readOrder` masks. */
export const revealOrder: OperatorHandler<typeof operatorCalls.revealOrder> = async ({
  params: { id },
  operator,
  runAction,
}) => {
  const order = await findOrder(operator.queries, id);
  const texts = orderLines(order).flatMap(({ inputData }) => (inputData === null ? [] : inputData));
  await runAction(() => Promise.resolve({ revealed: null }));
  return { revealed: { recipient: getRecipient(order.customer as OrderCustomer), texts } };
};

export const listOrderTimeline: OperatorHandler<typeof operatorCalls.listOrderTimeline> = async (
  { params, query, operator },
  { db },
) => {
  const order = await findOrder(operator.queries, params.id);
  const formatName = createNameFormatter(readsPersonalData(operator, order.region_id));
  return readTimeline(db, order.uuid, query, await orderSources(db, order, formatName));
};

function getRecipient(customer: OrderCustomer): OrderRecipient {
  const { name, surname, street, house_number, ...others } = customer;
  const { company_name, email, phone, postal_code, city, country } = others;
  return {
    name: fullName(name, surname),
    street: street === null ? null : [street, house_number].filter(Boolean).join(' '),
    ...{ company_name, email, phone, postal_code, city, country },
  };
}

/**
 * Masks a recipient. The country stays unchanged, the street is hidden completely, and one or two characters of each
 * other value, or of each word of the name, remain.
 */
function maskRecipient(recipient: OrderRecipient): OrderRecipient {
  const { name, company_name, email, phone, street, postal_code, city, country } = recipient;
  const truncate = (value: string | null, length: number) =>
    value === null ? null : `${value.slice(0, length)}…`;
  return {
    name: name
      .split(' ')
      .map((word) => truncate(word, 1))
      .join(' '),
    company_name: truncate(company_name, 2),
    email: truncate(email, 1),
    phone: phone === null ? null : `…${phone.slice(-2)}`,
    street: street === null ? null : '…',
    postal_code: truncate(postal_code, 2),
    city: truncate(city, 1),
    country,
  };
}
