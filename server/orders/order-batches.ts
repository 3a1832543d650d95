import { randomUUID } from 'node:crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import { MAX_BATCH_ORDERS } from '#schemas/operator/order-batch-calls.ts';
import { orderStatuses } from '#schemas/order.ts';
import { type RegionId } from '#schemas/regions.ts';
import { type VendorType } from '#schemas/vendors.ts';
import { type Database } from '../db/tables.ts';
import { anyUuid } from '../scans/any-of.ts';

type Trx = Transaction<Database>;

interface Vendor {
  readonly region: RegionId;
  readonly type: VendorType;
}

/** True for an order that is in no batch, or failed in its last batch. */
const isUnbatched = sql<boolean>`not exists (
  select from batched_orders where order_uuid = orders.uuid and failed_at is null)`;

/** Selects approved orders that are in no batch. */
function selectUnbatched(db: Kysely<Database>) {
  return (
    db
      .selectFrom('orders')
      // A literal, so that the index of orders by status can be used.
      .where('status', '=', sql.lit(orderStatuses.approved))
      .where('deleted', '=', false)
      .where(isUnbatched)
  );
}

/** Counts approved orders that are in no batch, by country and vendor. */
export async function countUnbatched(db: Kysely<Database>, regions: readonly RegionId[]) {
  const rows = await selectUnbatched(db)
    .where(sql<boolean>`region_id = any(${regions}::integer[])`)
    .groupBy(['region_id', 'type'])
    .orderBy('region_id')
    .orderBy('type')
    .select(['region_id as region', 'type'])
    .select(({ fn }) => [fn.countAll<string>().as('orders'), fn.sum<string>('points').as('points')])
    .execute();
  return rows.map((row) => ({ ...row, orders: Number(row.orders), points: Number(row.points) }));
}

/**
 * Puts a vendor's approved orders that are in no batch into a new one, oldest first.
 * @param now milliseconds since 1970
 * @returns the batch's id; null if there are no such orders
 */
export async function createBatch(
  trx: Trx,
  { region, type }: Vendor,
  { operatorId, now }: { readonly operatorId: string; readonly now: number },
): Promise<string | null> {
  const uuid = randomUUID();
  const orders = await addOrders(trx, uuid, { region, type });
  if (orders.length === 0) return null;
  await trx
    .insertInto('order_batches')
    .values({
      ...{ uuid, region_id: region, type },
      ...{ created_by: operatorId, created_at: new Date(now) },
      orders: orders.length,
      points: orders.reduce((sum, { points }) => sum + points, 0),
    })
    .execute();
  return uuid;
}

/** Adds orders to a batch. A unique index ensures that two operators never get the same order. */
async function addOrders(trx: Trx, batch: string, { region, type }: Vendor) {
  for (;;) {
    const selectedOrders = await selectUnbatched(trx)
      .select(['uuid', 'points'])
      .where('region_id', '=', region)
      .where('type', '=', type)
      .orderBy('created_at')
      .orderBy('uuid')
      .limit(MAX_BATCH_ORDERS)
      // Waits for a decision that is being stored.
      .forUpdate()
      .execute();
    if (selectedOrders.length === 0) return [];
    const { rows } = await sql<{ uuid: string }>`
      insert into batched_orders (batch_uuid, order_uuid)
      select ${batch}::uuid, added from unnest(${selectedOrders.map((order) => order.uuid)}::uuid[]) as added
      order by added
      on conflict do nothing returning order_uuid as uuid`.execute(trx);
    const addedIds = new Set(rows.map((row) => row.uuid));
    // If another operator has added all of them to a batch in the meantime, there may still be later orders.
    if (addedIds.size > 0) return selectedOrders.filter((order) => addedIds.has(order.uuid));
  }
}

/** Removes a failed order from its batch, so that it can be sent again. The batch still counts it as failed. */
export async function removeFromBatch(trx: Trx, order: string, now: number): Promise<void> {
  await trx
    .updateTable('batched_orders')
    .set({ failed_at: new Date(now) })
    .where('order_uuid', '=', order)
    .where('failed_at', 'is', null)
    .execute();
}

/** Counts the orders in batches by result. */
export async function countResults(db: Kysely<Database>, batches: readonly string[]) {
  const rows = await db
    .selectFrom('batched_orders as batched')
    .leftJoin('orders', (join) =>
      join.onRef('orders.uuid', '=', 'batched.order_uuid').on('orders.deleted', '=', false),
    )
    .where('batched.batch_uuid', '=', anyUuid(batches))
    .groupBy('batched.batch_uuid')
    .select('batched.batch_uuid as batch')
    .select([
      countWhere(sql`failed_at is not null`).as('failed'),
      countWhere(sql`failed_at is null and status = ${orderStatuses.positive}`).as('completed'),
      countWhere(
        sql`failed_at is null and (status is null or status = ${orderStatuses.negative})`,
      ).as('rejected'),
    ])
    .execute();
  return new Map(
    rows.map(({ batch, failed, completed, rejected }) => [
      batch,
      { failed: Number(failed), completed: Number(completed), rejected: Number(rejected) },
    ]),
  );
}

const countWhere = (condition: ReturnType<typeof sql>) =>
  sql<string>`count(*) filter (where ${condition})`;
