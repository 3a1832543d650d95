import { type Kysely, sql, type Transaction } from 'kysely';
import { orderProblems } from '#schemas/operator/order-calls.ts';
import { type OrderResponse } from '#schemas/order.ts';
import { type RegionCode, regionIdOf } from '#schemas/regions.ts';
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

/** `sku` of a code that isn't from a list: an operator gave it to an order by hand. */
const GIVEN_BY_HAND = '';

export const isGivenByHand = ({ sku }: { readonly sku: string }) => sku === GIVEN_BY_HAND;

/**
 * Records a code that an operator assigned to an order by hand, so that no list or other order can use it. The
 * primary key resolves races with a concurrent import.
 * Throws `conflict` if another order has it.
 */
export async function reserveVoucherCode(
  trx: Transaction<Database>,
  { uuid, region }: Omit<VoucherOrder, 'contents'>,
  { number, expiresAt, password }: OrderResponse,
): Promise<void> {
  const givenNumbers = await loadGivenNumbers(trx, region, [number]);
  if (givenNumbers.size > 0) throw alreadyGivenError();
  const expires_at = expiresAt === null ? null : new Date(expiresAt);
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('voucher_codes')
    .values({ region, number, sku: GIVEN_BY_HAND, expires_at, password, order_uuid: uuid })
    .onConflict((conflict) =>
      conflict
        .columns(['region', 'number'])
        .doUpdateSet({ order_uuid: uuid })
        .where('voucher_codes.order_uuid', 'is', null),
    )
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows === 0n) throw alreadyGivenError();
}

function alreadyGivenError(): ApiFailure {
  const message = 'Another order has this number already. Check the vendor’s answer.';
  const reason = orderProblems.codeGiven;
  const error = { code: 'conflict', field: 'number', message, reason } as const;
  return new ApiFailure('conflict', { errors: [error] });
}

/** Finds which of the numbers orders of the country already have, including orders older than the stored codes. */
export async function loadGivenNumbers(
  db: Kysely<Database>,
  region: RegionCode,
  numbers: readonly string[],
): Promise<Set<string>> {
  if (numbers.length === 0) return new Set();
  const rows = await db
    .selectFrom('orders')
    .innerJoin('companies', 'companies.id', 'orders.company_id')
    .select(sql<string>`response ->> 'number'`.as('number'))
    .where('companies.regions_id', '=', regionIdOf(region))
    .where('response', 'is not', null)
    .where(sql<boolean>`response ->> 'number' = any(${[...numbers]}::text[])`)
    .execute();
  return new Set(rows.map(({ number }) => number));
}
