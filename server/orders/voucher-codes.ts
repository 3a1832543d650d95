import { type Transaction } from 'kysely';
import { type OrderResponse } from '#schemas/order.ts';
import { type RegionCode } from '#schemas/regions.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { orderLines } from './order-row.ts';

interface VoucherOrder {
  readonly uuid: string;
  readonly contents: unknown;
  readonly region: RegionCode;
}

/**
 * Claims the stored code that expires first for an order, which has one voucher. Two orders never get the same code.
 * @param now milliseconds since 1970
 * @returns the vendor's response; null if there is no code
 */
export async function claimVoucherCode(
  trx: Transaction<Database>,
  { uuid, contents, region }: VoucherOrder,
  now: number,
): Promise<OrderResponse | null> {
  const variants = orderLines({ contents }).map(({ variantGuid }) => variantGuid);
  const unusedCode = trx
    .selectFrom('voucher_codes as code')
    .innerJoin('shop_variants as variant', 'variant.sku', 'code.sku')
    .select('code.number')
    .where('variant.uuid', 'in', variants)
    .where('code.region', '=', region)
    .where('code.order_uuid', 'is', null)
    .where((eb) =>
      eb.or([eb('code.expires_at', 'is', null), eb('code.expires_at', '>', new Date(now))]),
    )
    .orderBy('code.expires_at')
    .orderBy('code.number')
    .limit(1)
    .forUpdate('code')
    .skipLocked();
  const claimed = await trx
    .updateTable('voucher_codes')
    .set({ order_uuid: uuid })
    .where('region', '=', region)
    .where('number', '=', unusedCode)
    .returning(['number', 'expires_at', 'password'])
    .executeTakeFirst();
  if (!claimed) return null;
  const { number, expires_at, password } = claimed;
  return { number, expiresAt: expires_at?.toISOString() ?? null, password };
}

/**
 * Marks a stored code that an operator assigned to an order by hand, so that it isn't assigned again. Does
 * nothing for other codes.
 * Throws `conflict` if another order has it.
 */
export async function markVoucherCode(
  trx: Transaction<Database>,
  { uuid, region }: Omit<VoucherOrder, 'contents'>,
  number: string,
): Promise<void> {
  const stored = await trx
    .selectFrom('voucher_codes')
    .select('order_uuid')
    .where('region', '=', region)
    .where('number', '=', number)
    .forUpdate()
    .executeTakeFirst();
  if (!stored || stored.order_uuid === uuid) return;
  if (stored.order_uuid !== null) {
    const message = 'Another order has this number already. Check the vendor’s answer.';
    throw new ApiFailure('conflict', { errors: [{ code: 'conflict', field: 'number', message }] });
  }
  await trx
    .updateTable('voucher_codes')
    .set({ order_uuid: uuid })
    .where('region', '=', region)
    .where('number', '=', number)
    .execute();
}
