import { randomUUID } from 'node:crypto';
import { type Selectable, sql, type Transaction } from 'kysely';
import { cartTotal } from '#schemas/cart-rules.ts';
import { type DeliveryType } from '#schemas/delivery.ts';
import { type CustomInput, type OrderLine, orderStatuses } from '#schemas/order.ts';
import {
  type MultiOrderSubmission,
  type PlacedOrders,
  type VendorOrder,
} from '#schemas/order-submission.ts';
import { toJsonb } from '../db/jsonb.ts';
import { lockCompany, nextRevs } from '../db/changes.ts';
import { transact } from '../db/database.ts';
import { runOnce } from '../db/idempotency.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { type Actor } from '../http/handler.ts';
import { enqueueMessage } from '../messages/queue/enqueue.ts';
import { type TemplateContent } from '../messages/templates/message-templates.ts';
import { loadCompanyBalance } from '../points/ledger.ts';
import { recordOrderPoints } from '../points/order-points.ts';
import { type Services } from '../services.ts';
import { hasShop } from '../shop/has-shop.ts';
import { type LockedVariant, lockVariants, adjustStock } from '../shop/stock.ts';
import {
  checkCardOrder,
  getEffectiveDelivery,
  validateCustomer,
  getDefaultDelivery,
  findLineProblems,
  addMissingPrices,
  type PricedOrder,
  validateMaterial,
} from './validate-order.ts';
import { orderLines, orderFromRow } from './order-row.ts';
import { type OrdersTable } from './order-tables.ts';

/** The orders in one request; either all of them are placed or none. */
type Submission = MultiOrderSubmission & { readonly data?: CustomInput | undefined };

interface OrderRequest {
  readonly call: 'placeOrder' | 'placeOrders';
  readonly key: string | null;
  readonly body: unknown;
}

/**
 * Places the orders of a request, one per vendor: either all of them or none. Reserves the stock and the points.
 * Idempotent by key. Concurrent requests for the last items or points are serialised, so that no more are sold or spent
 * than are available (F46). Throws the codes in `orderErrors`, each with its field.
 */
export function placeOrders(
  submission: Submission,
  request: OrderRequest,
  actor: Actor,
  { db, clock, environment }: Services,
): Promise<PlacedOrders> {
  if (!hasShop(actor)) throw new ApiFailure('forbidden');
  const now = clock.now();
  const hasTestDevices = environment.testCode !== null;
  const delivery = submission.delivery ?? getDefaultDelivery(submission.customer);
  const customers = submission.orders.map(({ type }) =>
    validateCustomer(
      submission.customer,
      { type, requestedDelivery: delivery },
      { hasTestDevices },
    ),
  );
  return transact(db, async (trx) => {
    await lockCompany(trx, actor.companyId);
    return runOnce(trx, { owner: actor.userId, ...request, now }, async () => {
      const validatedOrders = await validateOrders(trx, submission, {
        actor,
        isCart: request.call === 'placeOrders',
        now,
      });
      const context = { actor, customers, delivery, now };
      const rows = await insertOrders(trx, validatedOrders, context);
      await recordOrderPoints(trx, 'reserve', rows, now);
      const changes = getStockChanges(submission.orders);
      await adjustStock(trx, actor.region, changes, {
        reason: 'order',
        orders: getOrdersByVariant(rows),
        now,
      });
      const confirmation = { ...buildConfirmation(rows), records: rows.map(({ uuid }) => uuid) };
      await enqueueMessage(trx, [{ installerId: actor.userId }], confirmation, now);
      return {
        data: rows.map(orderFromRow(actor)),
        company_points: await loadCompanyBalance(trx, actor.companyId),
      };
    });
  });
}

function buildConfirmation(rows: readonly Selectable<OrdersTable>[]): TemplateContent {
  const orders = rows.map((row) => ({
    number: row.number,
    points: row.points,
    lines: orderLines(row).map(({ name, title, quantity }) => ({
      name: title === '' ? name : `${name}, ${title}`,
      quantity,
    })),
  }));
  return { template: 'order_confirmed', data: { orders } };
}

/** A valid order, with the input for its custom material, if any. */
type ValidOrder = PricedOrder & { readonly inputData: CustomInput | null };

interface ValidatedOrders {
  readonly orders: readonly ValidOrder[];
  readonly variants: ReadonlyMap<string, LockedVariant>;
}

/**
 * Checks that everything can be ordered now.
 * @returns the orders with a price for each line, and their variants, locked until the end of the
 * transaction
 */
async function validateOrders(
  trx: Transaction<Database>,
  { orders: submittedOrders, data }: Submission,
  { actor, isCart, now }: { readonly actor: Actor; readonly isCart: boolean; readonly now: number },
): Promise<ValidatedOrders> {
  const { companyId, region } = actor;
  for (const { type } of submittedOrders) await checkCardOrder(trx, type, actor, now);
  await checkFile(trx, data, companyId);
  const variants = await lockVariants(trx, region, [...getStockChanges(submittedOrders).keys()]);
  const orders = addMissingPrices(submittedOrders, variants);
  const problems = findLineProblems({ orders, variants, region, isCart });
  if (problems.length > 0) throw ApiFailure.of(problems);
  const validatedOrders = orders.map((order) => ({
    ...order,
    inputData: validateMaterial(order, data, { variants, region }),
  }));
  const total = orders.reduce((sum, { order }) => sum + cartTotal(order), 0);
  if (total > (await loadCompanyBalance(trx, companyId)))
    throw new ApiFailure('insufficient_points');
  return { orders: validatedOrders, variants };
}

/** Throws `file_not_found` unless the company has uploaded the referenced file. */
async function checkFile(
  trx: Transaction<Database>,
  data: CustomInput | undefined,
  companyId: string,
): Promise<void> {
  if (data?.logo === undefined) return;
  const file = await trx
    .selectFrom('order_files')
    .select('uuid')
    .where('uuid', '=', data.logo.uuid)
    .where('company_id', '=', companyId)
    .executeTakeFirst();
  if (!file) throw new ApiFailure('file_not_found', { field: 'body.data.logo' });
}

/** Returns the stock change for each variant, as a negative number. */
function getStockChanges(orders: readonly VendorOrder[]): Map<string, number> {
  const lines = orders.flatMap(({ order }) => order);
  return new Map(lines.map(({ uuid, quantity }) => [uuid.toLowerCase(), -quantity]));
}

/** Maps each variant to its order. A variant has one vendor, so it is in one order. */
function getOrdersByVariant(rows: readonly Selectable<OrdersTable>[]): Record<string, string> {
  return Object.fromEntries(
    rows.flatMap((row) => orderLines(row).map(({ variantGuid }) => [variantGuid, row.uuid])),
  );
}

async function insertOrders(
  trx: Transaction<Database>,
  { orders, variants }: ValidatedOrders,
  context: {
    readonly actor: Actor;
    readonly customers: readonly unknown[];
    readonly delivery: DeliveryType;
    readonly now: number;
  },
) {
  const { actor, customers, delivery, now } = context;
  const firstRev = await nextRevs(trx, actor.companyId, orders.length);
  const rows = orders.map(({ type, order, inputData }, index) => {
    const contents = order.map((line) => toOrderLine(line, variants, inputData));
    return {
      uuid: randomUUID(),
      company_id: actor.companyId,
      rev: firstRev + index,
      op_id: randomUUID(),
      created_at: new Date(now),
      updated_at: new Date(now),
      user_id: actor.userId,
      number: sql<string>`nextval('order_numbers')::text`,
      type,
      status: orderStatuses.pending,
      points: cartTotal(order),
      delivery: getEffectiveDelivery(type, delivery),
      customer: toJsonb(customers[index]),
      contents: toJsonb(contents),
      response: null,
    };
  });
  return trx.insertInto('orders').values(rows).returningAll().execute();
}

/** Maps a line to its stored form. Its variant is locked, so it exists. */
function toOrderLine(
  { uuid, quantity, price }: PricedOrder['order'][number],
  variants: ReadonlyMap<string, LockedVariant>,
  inputData: CustomInput | null,
): OrderLine {
  const variantGuid = uuid.toLowerCase();
  const variant = variants.get(variantGuid);
  if (!variant) throw new ApiFailure('product_unavailable');
  const { product_uuid, name, title, image } = variant;
  return { variantGuid, product_uuid, name, title, image, price, quantity, inputData };
}
