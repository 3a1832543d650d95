import { type Transaction } from 'kysely';
import { orderProblems } from '#schemas/operator/order-calls.ts';
import { type OrderResponse } from '#schemas/order.ts';
import { type RegionCode } from '#schemas/regions.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { anyUuid } from '../scans/any-of.ts';
import { orderLines } from './order-row.ts';
import { hashNumberWithAll, type VoucherKeys } from './voucher-keys.ts';
import {
  insertVouchers,
  loadAssignedNumbers,
  readVoucherRow,
  voucherColumns,
} from './voucher-store.ts';

interface VoucherOrder {
  readonly uuid: string;
  readonly contents: unknown;
  readonly region: RegionCode;
}

/**
 * Claims a stored code for an order of one voucher, choosing the code that expires first. Two orders never get the same
 * code.
 * @param now milliseconds since 1970
 * @returns the vendor's response; null if there is no code
 */
export async function claimVoucherCode(
  trx: Transaction<Database>,
  keys: VoucherKeys,
  { uuid, contents, region }: VoucherOrder,
  now: number,
): Promise<OrderResponse | null> {
  const variants = orderLines({ contents }).map(({ variantGuid }) => variantGuid);
  const code = await trx
    .selectFrom('voucher_codes as code')
    .innerJoin('shop_variants as variant', 'variant.sku', 'code.sku')
    .select(['code.number_hash', 'code.expires_at'])
    .select(voucherColumns.map((column) => `code.${column}` as const))
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
    .skipLocked()
    .executeTakeFirst();
  if (!code) return null;
  await assignCode(trx, uuid, code);
  const { number, password } = readVoucherRow(keys, code);
  return { number, expiresAt: code.expires_at?.toISOString() ?? null, password };
}

/** Assigns a locked code to an order. */
async function assignCode(
  trx: Transaction<Database>,
  order: string,
  code: {
    readonly region: RegionCode;
    readonly number: string | null;
    readonly number_hash: string | null;
  },
): Promise<void> {
  const { region, number, number_hash } = code;
  await trx
    .updateTable('voucher_codes')
    .set({ order_uuid: order })
    .where('region', '=', region)
    .where((eb) =>
      number === null ? eb('number_hash', '=', number_hash) : eb('number', '=', number),
    )
    .execute();
}

/** `sku` of a code that an operator assigned to an order by hand. */
const ASSIGNED_BY_HAND = '';

export const isAssignedByHand = ({ sku }: { readonly sku: string }) => sku === ASSIGNED_BY_HAND;

/**
 * Records a code that an operator assigned to an order by hand, so that it can't be imported later or used for another
 * order. The unique indexes resolve races with a concurrent import.
 * Throws `conflict` if another order has the code.
 */
export async function reserveVoucherCode(
  trx: Transaction<Database>,
  voucherKeys: VoucherKeys,
  { uuid, region }: Omit<VoucherOrder, 'contents'>,
  response: OrderResponse,
): Promise<void> {
  const store = { db: trx, voucherKeys };
  const assignedNumbers = await loadAssignedNumbers(store, region, [response.number]);
  if (assignedNumbers.size > 0) throw alreadyAssignedError();
  if (await assignStored(trx, voucherKeys, { uuid, region }, response.number)) return;
  const code = { ...response, sku: ASSIGNED_BY_HAND };
  const addedCount = await insertVouchers(store, region, [code], { importId: null, orderId: uuid });
  if (addedCount === 1) return;
  // If the code couldn't be added, a concurrent transaction has just stored it.
  if (!(await assignStored(trx, voucherKeys, { uuid, region }, response.number)))
    throw alreadyAssignedError();
}

/**
 * Assigns a stored code to the order, once a concurrent change to the code has ended. Throws `conflict` if another
 * order has it.
 * @returns false if the number isn't stored
 */
async function assignStored(
  trx: Transaction<Database>,
  keys: VoucherKeys,
  { uuid, region }: Omit<VoucherOrder, 'contents'>,
  number: string,
): Promise<boolean> {
  const storedCode = await trx
    .selectFrom('voucher_codes')
    .select(['region', 'number', 'number_hash', 'order_uuid'])
    .where('region', '=', region)
    .where((eb) =>
      eb.or([
        eb('number_hash', '=', anyUuid(hashNumberWithAll(keys, number))),
        eb('number', '=', number),
      ]),
    )
    .forUpdate()
    .executeTakeFirst();
  if (!storedCode) return false;
  if (storedCode.order_uuid !== null) throw alreadyAssignedError();
  await assignCode(trx, uuid, storedCode);
  return true;
}

function alreadyAssignedError(): ApiFailure {
  const message = 'Another order already has this number. Check the vendor’s answer.';
  const reason = orderProblems.codeGiven;
  const error = { code: 'conflict', field: 'number', message, reason } as const;
  return new ApiFailure('conflict', { errors: [error] });
}
