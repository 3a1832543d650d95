import { type Insertable, type Transaction } from 'kysely';
import { DAY_MS } from '#schemas/durations.ts';
import { type OrderResponse } from '#schemas/order.ts';
import { type RegionCode, regionCodeOf, regionCodes } from '#schemas/regions.ts';
import { productKindOf } from '#schemas/vendors.ts';
import { type Database } from '../db/tables.ts';
import { orderLines } from '../orders/order-row.ts';
import { demoUuid } from './seeded-random.ts';
import { buildDemoVariants, demoShop } from './shop.ts';

/** Numbers of free codes: some vouchers have enough, some few, and one has none despite an open order. */
const FREE_CODES = [24, 16, 7];
const WITHOUT_CODES = 'gift-mall';
/** Validity of the free codes, in days from today. The first code of each voucher has already expired. */
const VALID_DAYS = [-3, 20, 180, 365];

/** Stores free voucher codes for the shops of all countries, and the codes of completed orders. */
export async function insertDemoVoucherCodes(trx: Transaction<Database>, now: Date): Promise<void> {
  const freeCodes = regionCodes.flatMap((region) =>
    demoShop
      .filter(({ type, regions }) => productKindOf(type) === 'digital' && regions.includes(region))
      .filter(({ key }) => key !== WITHOUT_CODES)
      .flatMap((product) => buildDemoVariants(product, region))
      .flatMap(({ sku }, index) =>
        Array.from({ length: FREE_CODES[index % FREE_CODES.length] ?? 0 }, (_, position) =>
          buildCode(region, sku, { position, now }),
        ),
      ),
  );
  await trx
    .insertInto('voucher_codes')
    .values([...freeCodes, ...(await loadAssignedCodes(trx))])
    .execute();
}

type CodeRow = Insertable<Database['voucher_codes']>;

function buildCode(
  region: RegionCode,
  sku: string,
  { position, now }: { readonly position: number; readonly now: Date },
): CodeRow {
  const random = demoUuid(`voucher-code:${region}:${sku}:${position}`).toUpperCase();
  const validDays = VALID_DAYS[position] ?? VALID_DAYS.at(-1) ?? 0;
  return {
    region,
    sku,
    number: random.slice(0, 18),
    expires_at: new Date(now.getTime() + validDays * DAY_MS),
    password: random.slice(-4),
    order_uuid: null,
  };
}

/** Voucher codes of the completed orders. */
async function loadAssignedCodes(trx: Transaction<Database>): Promise<CodeRow[]> {
  const orders = await trx
    .selectFrom('orders')
    .select(['uuid', 'region_id', 'contents', 'response'])
    .where('response', 'is not', null)
    .execute();
  const variants = await trx.selectFrom('shop_variants').select(['uuid', 'sku']).execute();
  const skus = new Map(variants.map(({ uuid, sku }) => [uuid, sku]));
  return orders.map((order) => {
    // The cast is safe, because only the demo has written responses so far.
    const { number, expiresAt, password } = order.response as OrderResponse;
    const [line] = orderLines(order);
    return {
      region: regionCodeOf(order.region_id),
      sku: skus.get(line?.variantGuid ?? '') ?? '',
      number,
      expires_at: expiresAt === null ? null : new Date(expiresAt),
      password,
      order_uuid: order.uuid,
    };
  });
}
