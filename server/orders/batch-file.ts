import { type Kysely } from 'kysely';
import { topUpValue } from '#schemas/club-card.ts';
import { csvFile, csvText } from '#schemas/csv.ts';
import { fullName } from '#schemas/person-rules.ts';
import {
  type CustomInput,
  type OrderCustomer,
  type OrderLine,
  orderStatuses,
} from '#schemas/order.ts';
import { productKindOf, type VendorType } from '#schemas/vendors.ts';
import { type Database } from '../db/tables.ts';
import { anyUuid } from '../scans/any-of.ts';
import { orderLines } from './order-row.ts';

/** True if the vendor needs to know the recipient, so the file contains personal data. */
export const hasRecipients = (type: VendorType): boolean => productKindOf(type) !== 'digital';

type BatchedOrder = Awaited<ReturnType<typeof loadBatchedOrders>>[number];
type Cell = readonly [column: string, value: (order: BatchedOrder, line: BatchLine) => string];
interface BatchLine extends OrderLine {
  readonly sku: string;
}

const goodsColumns: readonly Cell[] = [
  ['order', ({ number }) => number],
  ['ordered_at', ({ created_at }) => created_at.toISOString()],
  ['sku', (_order, { sku }) => sku],
  ['product', (_order, { name }) => name],
  ['attributes', (_order, { title }) => title],
  ['quantity', (_order, { quantity }) => String(quantity)],
];

const recipientColumn = (
  column: string,
  value: (customer: OrderCustomer) => string | null,
): Cell => [column, ({ customer }) => value(customer) ?? ''];

const recipientColumns: readonly Cell[] = [
  recipientColumn('recipient', ({ name, surname }) => fullName(name, surname)),
  recipientColumn('company', ({ company_name }) => company_name),
  recipientColumn('street', ({ street }) => street),
  recipientColumn('house_number', ({ house_number }) => house_number),
  recipientColumn('postal_code', ({ postal_code }) => postal_code),
  recipientColumn('city', ({ city }) => city),
  recipientColumn('country', ({ country }) => country),
  recipientColumn('phone', ({ phone }) => phone),
  recipientColumn('email', ({ email }) => email),
];

/** Columns that the vendor fills in, named as in the answer file. */
const emptyColumns = (columns: readonly string[]) =>
  columns.map((column): Cell => [column, () => '']);
const answerColumns = emptyColumns(['result', 'reference', 'reason']);
const codeAnswerColumns = emptyColumns([
  ...['result', 'number', 'expires', 'password', 'reference', 'reason'],
]);

/** Columns of each kind of goods. Vendors of vouchers learn nothing about the recipient. */
const columnsByKind = {
  digital: [...goodsColumns, ...codeAnswerColumns],
  physical: [...goodsColumns, ...recipientColumns, ...answerColumns],
  card: [...goodsColumns, ...recipientColumns, ...answerColumns],
  custom: [
    ...goodsColumns,
    ['texts', (_order, { inputData }) => formatTexts(inputData ?? {})],
    ...recipientColumns,
    ...answerColumns,
  ],
  'top-up': [
    ...goodsColumns,
    ['card', ({ card }) => card ?? ''],
    ['amount', ({ points }) => String(topUpValue(points))],
    ...answerColumns,
  ],
} as const satisfies Readonly<Record<ReturnType<typeof productKindOf>, readonly Cell[]>>;

/** The customer's texts for their material, one per line. */
function formatTexts({ services = [], logo, ...others }: CustomInput): string {
  const lines = Object.entries(others).map(([name, value]) => `${name}: ${value}`);
  const texts = services.map(({ text }) => text).join(', ');
  return [
    ...lines,
    ...(texts === '' ? [] : [`services: ${texts}`]),
    ...(logo ? [`logo: ${logo.name}`] : []),
  ].join('\n');
}

/**
 * Writes the vendor's file, with a row for each line of an order.
 * @returns the CSV text and the number of orders in it
 */
export async function writeBatchFile(
  db: Kysely<Database>,
  { uuid, region_id, type }: Pick<BatchRow, 'uuid' | 'region_id' | 'type'>,
): Promise<{ readonly csv: string; readonly orders: number }> {
  const columns: readonly Cell[] = columnsByKind[productKindOf(type)];
  const orders = await loadBatchedOrders(db, { uuid, region_id });
  const skus = await loadSkus(db, orders);
  const rows = orders.flatMap((order) =>
    orderLines(order).map((line) => {
      const soldLine = { ...line, sku: skus.get(line.variantGuid) ?? '' };
      return columns.map(([, value]) => csvText(value(order, soldLine)));
    }),
  );
  return {
    csv: csvFile([columns.map(([column]) => column), ...rows], ','),
    orders: orders.length,
  };
}

type BatchRow = Pick<Database['order_batches'], 'uuid' | 'region_id' | 'type'>;

/**
 * Loads the orders that the vendor has fulfilled or still has to fulfil. Omits orders that were rejected, have failed,
 * or were moved to another country.
 */
async function loadBatchedOrders(
  db: Kysely<Database>,
  { uuid, region_id }: Pick<BatchRow, 'uuid' | 'region_id'>,
) {
  const rows = await db
    .selectFrom('batched_orders as batched')
    .innerJoin('orders', 'orders.uuid', 'batched.order_uuid')
    .innerJoin('companies', 'companies.id', 'orders.company_id')
    .select(['orders.number', 'orders.created_at', 'orders.points', 'orders.customer'])
    .select(['orders.contents', 'companies.edenred_card as card'])
    .where('batched.batch_uuid', '=', uuid)
    .where('batched.failed_at', 'is', null)
    .where('orders.region_id', '=', region_id)
    .where('orders.status', '<>', orderStatuses.negative)
    .where('orders.deleted', '=', false)
    .orderBy('orders.created_at')
    .orderBy('orders.uuid')
    .execute();
  // The cast is safe, because only `placeOrders` writes the customer, after validating it.
  return rows.map((row) => ({ ...row, customer: row.customer as OrderCustomer }));
}

async function loadSkus(
  db: Kysely<Database>,
  orders: readonly BatchedOrder[],
): Promise<ReadonlyMap<string, string>> {
  const variants = orders.flatMap((order) =>
    orderLines(order).map(({ variantGuid }) => variantGuid),
  );
  const rows = await db
    .selectFrom('shop_variants')
    .select(['uuid', 'sku'])
    .where('uuid', '=', anyUuid([...new Set(variants)]))
    .execute();
  return new Map(rows.map(({ uuid, sku }) => [uuid, sku]));
}
