import { type Kysely } from 'kysely';
import { deliveryTypes } from '#schemas/delivery.ts';
import { type OrderCustomer } from '#schemas/order.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { listActionsOn } from '../operator/record-history.ts';
import { listLedgerEntries } from '../points/ledger.ts';
import { getStatusName } from './open-orders.ts';
import { orderLines } from './order-row.ts';

const deliveryNames = Object.entries(deliveryTypes);

/**
 * Loads an order with its goods, company and recipient. Omits the vendor's response, which is worth money. Throws
 * `not_found`.
 */
export async function loadOrderForOperator(db: Kysely<Database>, uuid: string) {
  const order = await db
    .selectFrom('orders')
    .innerJoin('companies', 'companies.id', 'orders.company_id')
    .selectAll('orders')
    .select('companies.name as company_name')
    .where('uuid', '=', uuid)
    .where('deleted', '=', false)
    .executeTakeFirst();
  if (!order) throw new ApiFailure('not_found');
  // Written only by `placeOrders`, after validation.
  const customer = order.customer as OrderCustomer;
  return {
    id: order.uuid,
    number: order.number,
    type: order.type,
    status: getStatusName(order.status),
    points: order.points,
    company: order.company_id,
    company_name: order.company_name,
    person: order.user_id,
    created_at: order.created_at,
    updated_at: order.updated_at,
    delivery: deliveryNames.find(([, id]) => id === order.delivery)?.[0] ?? String(order.delivery),
    recipient: `${customer.name} ${customer.surname}`,
    recipient_company: customer.company_name,
    email: customer.email,
    phone: customer.phone,
    street: customer.street,
    house_number: customer.house_number,
    postal_code: customer.postal_code,
    city: customer.city,
    country: customer.country,
    reason: order.reason,
    has_response: order.response !== null,
    goods: orderLines(order).map(({ name, title, quantity, price, variantGuid, inputData }) => ({
      name,
      variant: variantGuid,
      attributes: title === '' ? null : title,
      quantity,
      price,
      /** The customer's texts for a custom product. */
      input: inputData === null ? null : JSON.stringify(inputData),
    })),
    ledger: await listLedgerEntries(db, 'order_uuid', order.uuid),
    history: await listActionsOn(db, order.uuid),
  };
}
