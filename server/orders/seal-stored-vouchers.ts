import { type Kysely, sql, type Transaction } from 'kysely';
import { type RegionCode } from '#schemas/regions.ts';
import { transact } from '../db/database.ts';
import { measureDatabaseWait } from '../db/database-wait.ts';
import { type Database } from '../db/tables.ts';
import { anyText, anyUuid } from '../scans/any-of.ts';
import { type Services } from '../services.ts';
import { openResponse, sealResponse } from './sealed-response.ts';
import { advanceSealing, readSealingState } from './sealing-state.ts';
import { hashNumberWithAll, type VoucherKeys } from './voucher-keys.ts';
import { readVoucherRow, sealVoucherRow, voucherColumns } from './voucher-store.ts';

/** Number of rows per step, which is one transaction. */
const STEP_ROWS = 500;
/** Maximum time per round. Between rounds, the process can do other work. */
const ROUND_MS = 900;
/** The round ends if installers' requests wait longer than this, in milliseconds. */
const MAX_WAIT_MS = 250;

/** Result of a step. */
interface SealedRows {
  readonly count: number;
  /** Pairs of orders that have the same code. */
  readonly sharedByOrders: readonly (readonly string[])[];
}

/**
 * Encrypts everything stored in plaintext or with a former key: voucher codes, and responses in orders. Works in steps
 * for a short time. Safe in several processes and after a crash, because each row is either encrypted or not.
 * @param measureWait measures how long installers' requests currently wait, in ms
 * @returns the number of rows that were processed
 */
export async function sealStoredVouchers(
  { db, voucherKeys, logger }: Pick<Services, 'db' | 'voucherKeys' | 'logger'>,
  measureWait: (db: Services['db']) => Promise<number> = measureDatabaseWait,
): Promise<number> {
  const state = await readSealingState(db);
  if (state === 'clear' || (state === 'sealed' && getFormerKeyIds(voucherKeys).length === 0))
    return 0;
  const endsAt = performance.now() + ROUND_MS;
  let total = 0;
  for (const step of [sealCodes, sealResponses]) {
    for (;;) {
      if (performance.now() >= endsAt || (await measureWait(db)) > MAX_WAIT_MS) return total;
      const { count, sharedByOrders } = await transact(db, (trx) => step(trx, voucherKeys));
      for (const orders of sharedByOrders)
        logger.error({ orders }, 'two orders have the same code');
      total += count;
      if (count === 0) break;
    }
  }
  if (state === 'sealing' && !(await hasPlaintext(db)))
    await transact(db, (trx) => advanceSealing(trx, 'sealed'));
  return total;
}

async function hasPlaintext(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from voucher_codes where key_id is null)
      or exists (select from orders where response is not null and response ->> 'key' is null) as found`.execute(
    db,
  );
  return rows[0]?.found === true;
}

/** Ids of readable keys that are no longer used to encrypt. */
const getFormerKeyIds = ({ currentKey, allKeys }: VoucherKeys) =>
  allKeys.map(({ id }) => id).filter((id) => id !== currentKey.id);

/** Encrypts the next codes. */
export async function sealCodes(
  trx: Transaction<Database>,
  voucherKeys: VoucherKeys,
): Promise<SealedRows> {
  const select = () =>
    trx
      .selectFrom('voucher_codes')
      .select([...voucherColumns, 'number_hash', 'order_uuid'])
      .limit(STEP_ROWS)
      .forUpdate()
      .skipLocked();
  const plaintextCodes = await select().where('key_id', 'is', null).execute();
  const isPlaintext = plaintextCodes.length > 0;
  const rows = isPlaintext
    ? plaintextCodes
    : await select()
        .where('key_id', '=', anyText(getFormerKeyIds(voucherKeys)))
        .execute();
  if (rows.length === 0) return { count: 0, sharedByOrders: [] };
  const codes = rows.map((row) => {
    const secret = readVoucherRow(voucherKeys, row);
    const { region, sku } = row;
    const sealedColumns = sealVoucherRow(voucherKeys, region, { ...secret, sku });
    return { row, hashes: hashNumberWithAll(voucherKeys, secret.number), sealed: sealedColumns };
  });
  const { removedRows, sharedByOrders } = await removeDuplicates(trx, codes);
  const changes = codes
    .filter(({ row }) => !removedRows.has(row))
    .map(({ row, sealed }) => ({
      region: row.region,
      old: isPlaintext ? row.number : row.number_hash,
      ...sealed,
      sealed: sealed.sealed.toString('base64'),
    }));
  const column = (name: 'region' | 'old' | 'uuid' | 'number_hash' | 'sealed') =>
    changes.map((change) => change[name]);
  await sql`
    update voucher_codes as code set number = null, password = null, uuid = new.uuid, number_hash = new.number_hash,
      key_id = ${voucherKeys.currentKey.id}, sealed = decode(new.sealed, 'base64')
    from unnest(
      ${column('region')}::text[], ${column('old')}::text[], ${column('uuid')}::uuid[],
      ${column('number_hash')}::uuid[], ${column('sealed')}::text[]
    ) as new (region, old, uuid, number_hash, sealed)
    where code.region = new.region
      and ${isPlaintext ? sql`code.number = new.old` : sql`code.number_hash = new.old::uuid`}`.execute(
    trx,
  );
  return { count: rows.length, sharedByOrders };
}

interface LockedCode {
  readonly row: {
    readonly region: RegionCode;
    readonly number: string | null;
    readonly number_hash: string | null;
    readonly order_uuid: string | null;
  };
  readonly hashes: readonly string[];
}

/**
 * If two rows have the same number, removes one of them. An older version may have added the second one after
 * encryption had started. A row that an order uses stays. If each row is used by an order, only one row stays, because
 * both orders' responses contain the number.
 * @returns the removed rows, and pairs of orders that use the same code
 */
async function removeDuplicates(trx: Transaction<Database>, codes: readonly LockedCode[]) {
  const duplicates = await trx
    .selectFrom('voucher_codes')
    .select(['region', 'number', 'number_hash', 'order_uuid'])
    .where('number_hash', '=', anyUuid(codes.flatMap(({ hashes }) => hashes)))
    .forUpdate()
    .execute();
  const duplicateByKey = new Map(
    duplicates.map((duplicate) => [`${duplicate.region} ${duplicate.number_hash}`, duplicate]),
  );
  const removedRows = new Set<LockedCode['row']>();
  const sharedByOrders: string[][] = [];
  for (const { row, hashes } of codes) {
    const duplicate = hashes
      .filter((hash) => hash !== row.number_hash)
      .map((hash) => duplicateByKey.get(`${row.region} ${hash}`))
      .find((otherCode) => otherCode !== undefined);
    if (!duplicate) continue;
    if (duplicate.order_uuid !== null && row.order_uuid !== null)
      sharedByOrders.push([duplicate.order_uuid, row.order_uuid]);
    const isRemoved = duplicate.order_uuid !== null || row.order_uuid === null;
    if (isRemoved) removedRows.add(row);
    const { region, number, number_hash } = isRemoved ? row : duplicate;
    await trx
      .deleteFrom('voucher_codes')
      .where('region', '=', region)
      .where((eb) =>
        number === null ? eb('number_hash', '=', number_hash) : eb('number', '=', number),
      )
      .execute();
  }
  return { removedRows, sharedByOrders };
}

/** Encrypts the responses of the next orders. Devices don't notice, because they never store responses. */
export async function sealResponses(
  trx: Transaction<Database>,
  voucherKeys: VoucherKeys,
): Promise<SealedRows> {
  const key = sql<string | null>`response ->> 'key'`;
  const rows = await trx
    .selectFrom('orders')
    .select(['uuid', 'response'])
    .where('response', 'is not', null)
    .where(({ or, eb }) =>
      or([eb(key, 'is', null), eb(key, '=', anyText(getFormerKeyIds(voucherKeys)))]),
    )
    .limit(STEP_ROWS)
    .forUpdate()
    .skipLocked()
    .execute();
  const sealedResponses = rows.flatMap((row) => {
    const response = openResponse(voucherKeys, row);
    return response === null
      ? []
      : [{ uuid: row.uuid, response: sealResponse(voucherKeys, row.uuid, response) }];
  });
  await sql`
    update orders set response = new.response::jsonb
    from unnest(
      ${sealedResponses.map(({ uuid }) => uuid)}::uuid[], ${sealedResponses.map(({ response }) => JSON.stringify(response))}::text[]
    ) as new (uuid, response)
    where orders.uuid = new.uuid`.execute(trx);
  return { count: sealedResponses.length, sharedByOrders: [] };
}
