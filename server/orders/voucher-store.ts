import { type Kysely, sql, type Transaction } from 'kysely';
import { randomUUID } from 'node:crypto';
import { type OrderResponse } from '#schemas/order.ts';
import { type RegionCode, regionIdOf } from '#schemas/regions.ts';
import { transact } from '../db/database.ts';
import { type Database } from '../db/tables.ts';
import { anyText, anyUuid } from '../scans/any-of.ts';
import { type Services } from '../services.ts';
import { lockSealingState, readSealingState } from './sealing-state.ts';
import {
  hashNumber,
  hashNumberWithAll,
  openVoucher,
  sealVoucher,
  type VoucherKeys,
} from './voucher-keys.ts';

/** Voucher codes in the database, in plaintext or encrypted. */

/** A database with voucher codes, and their keys. */
export type VoucherStore = Pick<Services, 'db' | 'voucherKeys'>;

/** A code to store. */
export interface NewVoucher extends OrderResponse {
  readonly sku: string;
}

/** A stored code. */
interface StoredVoucher extends NewVoucher {
  readonly order_uuid: string | null;
  readonly import_uuid: string | null;
}

interface VoucherRow {
  readonly region: RegionCode;
  readonly number: string | null;
  readonly sku: string;
  readonly password: string | null;
  readonly uuid: string | null;
  readonly key_id: string | null;
  readonly sealed: Uint8Array | null;
}

/** Columns of `VoucherRow`. */
export const voucherColumns = [
  ...(['region', 'number', 'sku', 'password'] as const),
  ...(['uuid', 'key_id', 'sealed'] as const),
] as const;

/** Returns the values that identify an encrypted code's row. The code can't be decrypted in any other row. */
const getPlace = (region: RegionCode, sku: string, uuid: string) => [region, sku, uuid];

/** Reads a row's number and password. Throws `SealedVoucherError`. */
export function readVoucherRow(keys: VoucherKeys, row: VoucherRow) {
  const { region, sku, number, password, uuid, key_id: key, sealed } = row;
  if (key !== null && uuid !== null && sealed !== null)
    return openVoucher(keys, getPlace(region, sku, uuid), { key, bytes: sealed });
  if (number === null) throw new Error('A stored voucher has no number.');
  return { number, password };
}

/**
 * Encrypts a code for its row.
 * @returns the columns of the encrypted code
 */
export function sealVoucherRow(
  keys: VoucherKeys,
  region: RegionCode,
  { sku, number, password }: Omit<NewVoucher, 'expiresAt'>,
) {
  const uuid = randomUUID();
  const { key, bytes } = sealVoucher(keys, getPlace(region, sku, uuid), { number, password });
  return { uuid, number_hash: hashNumber(keys, number), key_id: key, sealed: bytes };
}

/** Selects the country's rows with these numbers, whether they are stored in plaintext or encrypted. */
async function selectRows(
  { db, voucherKeys }: VoucherStore,
  region: RegionCode,
  numbers: readonly string[],
) {
  const hashes = numbers.flatMap((number) => hashNumberWithAll(voucherKeys, number));
  const plaintextCodes = (await readSealingState(db)) === 'sealed' ? [] : [...numbers];
  // A single statement finds each code exactly once, even if the code is being encrypted at the same time.
  return db
    .selectFrom('voucher_codes')
    .select([...voucherColumns, 'expires_at', 'order_uuid', 'import_uuid'])
    .where('region', '=', region)
    .where(({ or, eb }) =>
      plaintextCodes.length === 0
        ? eb('number_hash', '=', anyUuid(hashes))
        : or([eb('number_hash', '=', anyUuid(hashes)), eb('number', '=', anyText(plaintextCodes))]),
    )
    .execute();
}

/** Finds stored codes by number. Throws `SealedVoucherError`. */
export async function loadVouchers(
  store: VoucherStore,
  region: RegionCode,
  numbers: readonly string[],
): Promise<Map<string, StoredVoucher>> {
  if (numbers.length === 0) return new Map();
  const rows = await selectRows(store, region, numbers);
  return new Map(
    rows.map((row) => {
      const { sku, expires_at, order_uuid, import_uuid } = row;
      const { number, password } = readVoucherRow(store.voucherKeys, row);
      const expiresAt = expires_at?.toISOString() ?? null;
      return [number, { sku, number, password, expiresAt, order_uuid, import_uuid }];
    }),
  );
}

/** Finds which numbers the country's orders already have, including orders older than the stored codes. */
export async function loadAssignedNumbers(
  { db, voucherKeys }: VoucherStore,
  region: RegionCode,
  numbers: readonly string[],
): Promise<Set<string>> {
  if (numbers.length === 0) return new Set();
  const numberByHash = new Map(
    numbers.flatMap((number) =>
      hashNumberWithAll(voucherKeys, number).map((hash) => [hash, number] as const),
    ),
  );
  const select = (field: 'hash' | 'number', texts: readonly string[]) =>
    db
      .selectFrom('orders')
      .innerJoin('companies', 'companies.id', 'orders.company_id')
      .select(sql<string>`response ->> ${sql.lit(field)}`.as('text'))
      .where('companies.regions_id', '=', regionIdOf(region))
      .where('response', 'is not', null)
      .where(sql<string>`response ->> ${sql.lit(field)}`, '=', anyText(texts))
      .execute();
  // The order matters: the second statement finds a response that is encrypted between the two.
  const plaintextCodes =
    (await readSealingState(db)) === 'sealed' ? [] : await select('number', numbers);
  const sealedRows = await select('hash', [...numberByHash.keys()]);
  return new Set([
    ...plaintextCodes.map(({ text }) => text),
    ...sealedRows.map(({ text }) => numberByHash.get(text) ?? ''),
  ]);
}

/** Where stored codes come from. */
interface Origin {
  /** Import that adds the codes; null if there is none. */
  readonly importId: string | null;
  /** Order that uses the code; null for free codes. */
  readonly orderId: string | null;
}

/**
 * Stores the codes that the country doesn't have yet, in one statement, so that a batch is written entirely or not at
 * all.
 * @returns the number of added codes
 */
export function insertVouchers(
  { db, voucherKeys }: VoucherStore,
  region: RegionCode,
  vouchers: readonly NewVoucher[],
  origin: Origin,
): Promise<number> {
  const insert = async (trx: Transaction<Database>) => {
    const state = await lockSealingState(trx);
    if (state === 'clear') return insertPlaintext(trx, region, vouchers, origin);
    const store = { db: trx, voucherKeys };
    let addedVouchers = vouchers;
    // The unique index doesn't recognise a number that is stored in plaintext, or hashed with another key.
    if (state === 'sealing' || voucherKeys.allKeys.length > 1) {
      await lockCountry(trx, region);
      const numbers = vouchers.map(({ number }) => number);
      const storedVouchers = await loadVouchers(store, region, numbers);
      addedVouchers = vouchers.filter(({ number }) => !storedVouchers.has(number));
    }
    return insertSealed(store, region, addedVouchers, origin);
  };
  return db.isTransaction ? insert(db as Transaction<Database>) : transact(db, insert);
}

/** Serialises adding codes to a country, because two processes may write with different keys. */
async function lockCountry(trx: Kysely<Database>, region: RegionCode): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`voucher codes ${region}`}, 0))`.execute(
    trx,
  );
}

/** Inserts the codes in sorted order, so that two concurrent imports can't deadlock. */
async function insertPlaintext(
  db: Kysely<Database>,
  region: RegionCode,
  vouchers: readonly NewVoucher[],
  { importId, orderId }: Origin,
): Promise<number> {
  const column = (name: 'sku' | 'number' | 'expiresAt' | 'password') =>
    vouchers.map((voucher) => voucher[name]);
  const { rows } = await sql`
    insert into voucher_codes (region, number, sku, expires_at, password, import_uuid, order_uuid)
    select ${region}::text, number, sku, expires_at, password, ${importId}::uuid, ${orderId}::uuid from unnest(
      ${column('number')}::text[], ${column('sku')}::text[],
      ${column('expiresAt')}::timestamptz[], ${column('password')}::text[]
    ) as code (number, sku, expires_at, password)
    order by number
    on conflict do nothing returning 1`.execute(db);
  return rows.length;
}

/** Inserts the codes in sorted order, like `insertPlaintext`. */
async function insertSealed(
  { db, voucherKeys }: VoucherStore,
  region: RegionCode,
  vouchers: readonly NewVoucher[],
  { importId, orderId }: Origin,
): Promise<number> {
  const codes = vouchers.map((voucher) => ({
    ...sealVoucherRow(voucherKeys, region, voucher),
    ...voucher,
  }));
  const { rows } = await sql`
    insert into voucher_codes (region, uuid, number_hash, key_id, sealed, sku, expires_at, import_uuid, order_uuid)
    select ${region}::text, uuid, number_hash, ${voucherKeys.currentKey.id}::text, decode(sealed, 'base64'), sku, expires_at,
      ${importId}::uuid, ${orderId}::uuid
    from unnest(
      ${codes.map(({ uuid }) => uuid)}::uuid[], ${codes.map((code) => code.number_hash)}::uuid[],
      ${codes.map(({ sealed }) => sealed.toString('base64'))}::text[], ${codes.map(({ sku }) => sku)}::text[],
      ${codes.map(({ expiresAt }) => expiresAt)}::timestamptz[]
    ) as code (uuid, number_hash, sealed, sku, expires_at)
    order by number_hash
    on conflict do nothing returning 1`.execute(db);
  return rows.length;
}
