import { type Kysely, sql } from 'kysely';
import * as v from 'valibot';
import { normaliseLine } from '#schemas/normalise-text.ts';
import { orderResponse } from '#schemas/order.ts';
import { day, moment } from '#schemas/primitives.ts';
import { type RegionCode } from '#schemas/regions.ts';
import { productKindOf } from '#schemas/vendors.ts';
import { type Database } from '../db/tables.ts';
import { isAssignedByHand } from '../orders/voucher-codes.ts';
import {
  insertVouchers,
  loadAssignedNumbers,
  loadVouchers,
  type NewVoucher,
  type VoucherStore,
} from '../orders/voucher-store.ts';
import {
  type BatchResult,
  createListBatchSchema,
  type ListRules,
  planBatch,
  type Reason,
  type Rejection,
  writeBatch,
} from './list-batch.ts';

/** Columns of the file. */
export const VOUCHER_COLUMNS = ['sku', 'number', 'expires', 'password'];
const FIELD_COUNT = VOUCHER_COLUMNS.length;

/** A batch of voucher codes. `accepted` lists the SKUs of new vouchers, which aren't stored yet. */
export const voucherBatch = createListBatchSchema(VOUCHER_COLUMNS);

interface Voucher extends NewVoucher {
  readonly index: number;
}

/** A stored code, with the import that added it. */
interface StoredVoucher extends NewVoucher {
  readonly import_uuid?: string | null;
}

/** Expiry of a code. A day stands for its end in UTC. If the field is empty, the code is valid indefinitely. */
export const voucherExpiry = v.union([
  v.pipe(
    v.literal(''),
    v.transform(() => null),
  ),
  v.pipe(
    day,
    v.transform((text) => `${text}T23:59:59.000Z`),
  ),
  moment,
]);
const code = v.object({
  ...v.pick(orderResponse, ['number', 'password']).entries,
  expiry: voucherExpiry,
});
/** Sentences for rejected lines, by problem. */
export const voucherReasons = {
  number: 'The number must have 1 to 80 characters.',
  password: 'The password must have at most 80 characters.',
  expiry: 'The expiry must be empty, a day such as 2027-12-31, or a time in UTC.',
  fields: `The line must have ${FIELD_COUNT} fields.`,
  used: 'The number has already been given to an order.',
  stored_differently: 'The number is stored with another sku, expiry or password.',
  twice: 'The number occurs twice with different values.',
  stored: 'The number is stored already.',
  repeated: 'The number is in the file twice.',
} as const;
type VoucherProblem = keyof typeof voucherReasons;
const toReason = (problem: VoucherProblem): Reason => ({
  problem,
  reason: voucherReasons[problem],
});
const isProblem = (field: string): field is VoucherProblem => Object.hasOwn(voucherReasons, field);

/**
 * Stores a country's voucher codes for its orders. Codes that are already stored stay unchanged. Codes that are stored
 * for another voucher are rejected.
 * @param isCheck true to write nothing
 */
export async function writeVouchers(
  store: VoucherStore,
  region: RegionCode,
  {
    batch: { rows, accepted: acceptedKeys },
    isCheck,
  }: { readonly batch: v.InferOutput<typeof voucherBatch>; readonly isCheck: boolean },
): Promise<BatchResult> {
  const rules = await loadVoucherRules(store, region, acceptedKeys);
  if (isCheck) return (await planBatch(rows, rules)).result;
  const origin = { importId: null, orderId: null };
  return writeBatch(rows, rules, (addedVouchers) =>
    insertVouchers(store, region, addedVouchers, origin),
  );
}

/**
 * Loads the rules for a country's voucher codes.
 * @param acceptedKeys SKUs that are valid although they aren't stored yet
 */
async function loadVoucherRules(
  store: VoucherStore,
  region: RegionCode,
  acceptedKeys: readonly string[],
): Promise<ListRules<Voucher, StoredVoucher>> {
  const shopSkus = await loadSkus(store.db, region);
  const skus = { ...shopSkus, all: new Set([...shopSkus.all, ...acceptedKeys]) };
  return {
    read: (index, fields) => readRow(index, fields, skus),
    getKey: ({ number }) => number,
    isSame: isSameVoucher,
    loadStored: (numbers) => loadVouchers(store, region, numbers),
    loadUsedKeys: (numbers) => loadAssignedNumbers(store, region, numbers),
    usedReason: toReason('used'),
    duplicateReason: toReason('twice'),
    describeConflict: (storedVoucher) =>
      toReason(isAssignedByHand(storedVoucher) ? 'used' : 'stored_differently'),
  };
}

/** Loads the rules for an import, which rejects numbers that occur twice in the file or are already stored. */
export async function loadImportedVoucherRules(
  store: VoucherStore,
  region: RegionCode,
  importId: string,
): Promise<ListRules<Voucher, StoredVoucher>> {
  const rules = await loadVoucherRules(store, region, []);
  const isOwn = ({ import_uuid }: StoredVoucher) => import_uuid === importId;
  /** Numbers of codes stored by earlier steps of the import. */
  let earlierNumbers: ReadonlySet<string> | undefined;
  return {
    ...rules,
    loadStored: async (numbers) => {
      const storedVouchers = await rules.loadStored(numbers);
      // Only the first call counts, because a second call comes after the step has inserted its own codes.
      earlierNumbers ??= new Set(
        [...storedVouchers].filter(([, row]) => isOwn(row)).map(([key]) => key),
      );
      return storedVouchers;
    },
    isSame: (storedVoucher, row) =>
      isOwn(storedVoucher) &&
      isSameVoucher(storedVoucher, row) &&
      !earlierNumbers?.has(storedVoucher.number),
    duplicateReason: toReason('repeated'),
    describeConflict: (storedVoucher) => {
      if (isOwn(storedVoucher)) return toReason('repeated');
      return toReason(isAssignedByHand(storedVoucher) ? 'used' : 'stored');
    },
  };
}

function readRow(index: number, fields: readonly string[], skus: Skus): Voucher | Rejection {
  const [sku = '', number = '', expires = '', password = ''] = fields.map(normaliseLine);
  if (fields.length !== FIELD_COUNT) return { index, ...toReason('fields') };
  const input = { number, expiry: expires, password: password === '' ? null : password };
  const parsed = v.safeParse(code, input, { abortEarly: true });
  if (!parsed.success) {
    const field = v.getDotPath(parsed.issues[0]) ?? '';
    return { index, ...toReason(isProblem(field) ? field : 'number') };
  }
  if (!skus.all.has(sku))
    return { index, problem: 'unknown_sku', reason: `The voucher ${sku} isn’t in the shop.` };
  if (skus.ambiguous.has(sku)) {
    const reason = `The sku ${sku} belongs to several vouchers.`;
    return { index, problem: 'ambiguous_sku', reason };
  }
  return { index, sku, number, expiresAt: parsed.output.expiry, password: parsed.output.password };
}

function isSameVoucher(a: StoredVoucher, b: StoredVoucher): boolean {
  return a.sku === b.sku && a.expiresAt === b.expiresAt && a.password === b.password;
}

/** Skus of the country's vouchers. */
interface Skus {
  readonly all: ReadonlySet<string>;
  /** Skus that several vouchers share. With such an sku, a code could be sent for the wrong voucher. */
  readonly ambiguous: ReadonlySet<string>;
}

async function loadSkus(db: Kysely<Database>, region: RegionCode): Promise<Skus> {
  const rows = await db
    .selectFrom('shop_variants as variant')
    .innerJoin('shop_products as product', 'product.uuid', 'variant.product_uuid')
    .select(['variant.sku', 'variant.ended_at', 'product.type'])
    .where('product.region', '=', region)
    .where('product.deleted', '=', false)
    // Removed variants come last. They are included, because their pending orders still need codes.
    .orderBy(sql`variant.ended_at is not null`)
    .execute();
  const all = new Set<string>();
  const ambiguous = new Set<string>();
  for (const { sku, ended_at, type } of rows) {
    if (productKindOf(type) !== 'digital') continue;
    if (all.has(sku) && ended_at === null) ambiguous.add(sku);
    all.add(sku);
  }
  return { all, ambiguous };
}
