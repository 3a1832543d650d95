import { openResponse } from '#server/orders/sealed-response.ts';
import { readVoucherRow, voucherColumns, type VoucherStore } from '#server/orders/voucher-store.ts';

/** Reads the stored codes, including encrypted ones, by number. */
export async function readVouchers({ db, voucherKeys }: VoucherStore, sku?: string) {
  const rows = await db
    .selectFrom('voucher_codes')
    .select([...voucherColumns, 'expires_at', 'order_uuid'])
    .$if(sku !== undefined, (query) => query.where('sku', '=', sku ?? ''))
    .execute();
  return rows
    .map((row) => {
      const { expires_at, order_uuid } = row;
      const isSealed = row.key_id !== null;
      return {
        ...readVoucherRow(voucherKeys, row),
        sku: row.sku,
        expires_at,
        order_uuid,
        isSealed,
      };
    })
    .toSorted((a, b) => (a.number < b.number ? -1 : 1));
}

/** Reads the vendors' responses to orders, by order. */
export async function readResponses({ db, voucherKeys }: VoucherStore) {
  const orders = await db
    .selectFrom('orders')
    .select(['uuid', 'response'])
    .where('response', 'is not', null)
    .execute();
  return new Map(orders.map((order) => [order.uuid, openResponse(voucherKeys, order)]));
}
