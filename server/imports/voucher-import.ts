import { type Kysely, sql, type Transaction } from 'kysely';
import { regionCodeOf } from '#schemas/regions.ts';
import { startBulkJob } from '../console/bulk-jobs.ts';
import { type Database } from '../db/tables.ts';
import { lockSealingState } from '../orders/sealing-state.ts';
import { findWaitingOrders } from '../orders/voucher-pools.ts';
import { insertVouchers } from '../orders/voucher-store.ts';
import { anyText, anyUuid } from '../scans/any-of.ts';
import { loadImportedVoucherRules } from '../setup/write-vouchers.ts';
import { type ImportKind, type ImportOrigin, createListKind, maskCell } from './import-kind.ts';

/** Number of codes undone per step. */
const STEP_ROWS = 5000;

/**
 * Returns the code of the import's country.
 * @throws if the import has no country; `createImport` rejects such an import
 */
function getImportRegionCode({ region }: Pick<ImportOrigin, 'region'>) {
  if (region === null) throw new Error('An import of voucher codes has no country.');
  return regionCodeOf(region);
}

const createStore = (db: Kysely<Database>, { services }: Pick<ImportOrigin, 'services'>) => ({
  db,
  voucherKeys: services.voucherKeys,
});

/** Voucher codes for a country's pools. */
export const voucherImport: ImportKind = {
  ...createListKind({
    rejectsRepeats: true,
    loadRules: (db, origin) =>
      loadImportedVoucherRules(
        createStore(db, origin),
        getImportRegionCode(origin),
        origin.importId,
      ),
    insert: (trx, origin, newVouchers) => {
      const from = { importId: origin.importId, orderId: null };
      return insertVouchers(
        createStore(trx, origin),
        getImportRegionCode(origin),
        newVouchers,
        from,
      );
    },
    takeBack,
    // Codes are masked. The operator can find a code in the original file by its line number.
    shownFields: ([sku = '', number = '', expires = '', password = '']) => [
      sku,
      maskCell(number),
      expires,
      maskCell(password),
    ],
    // Every cell is masked, because any column may contain the codes.
    shownCell: maskCell,
  }),
  isSecret: true,
  finish: completeOrders,
};

/** Starts completing open orders with the new codes, oldest first. */
async function completeOrders(trx: Transaction<Database>, origin: ImportOrigin): Promise<void> {
  const { importId, region, operatorId, sessionId, why, services, audit } = origin;
  if (region === null) return;
  const pools = await trx
    .selectFrom('voucher_codes')
    .select('sku')
    .distinct()
    .where('import_uuid', '=', importId)
    .orderBy('sku')
    .execute();
  const orders = new Map<string, string>();
  for (const { sku } of pools) {
    const openOrders = await findWaitingOrders(trx, { region, sku }, services.clock.now());
    for (const { uuid, number } of openOrders) orders.set(uuid, number);
  }
  if (orders.size === 0) return;
  const rows = [...orders].map(([recordId, label]) => ({ recordId, label }));
  const job = { act: 'completeOrder', why, regions: [region], rows };
  await startBulkJob(trx, job, { operator: { operatorId, sessionId }, services, audit });
}

/**
 * Indicates that some encrypted codes of the import still have to be removed. The next step needs no position, because
 * each step removes any codes that are still unused.
 */
const UNFINISHED = 'more';

/** Removes the import's codes that no order has. */
async function takeBack(trx: Transaction<Database>, origin: ImportOrigin, after: string | null) {
  if ((await lockSealingState(trx)) === 'clear') return takeBackPlaintext(trx, origin, after);
  const rows = await trx
    .selectFrom('voucher_codes')
    .select(['number', 'number_hash'])
    .where('import_uuid', '=', origin.importId)
    .where('order_uuid', 'is', null)
    .limit(STEP_ROWS)
    .forUpdate()
    .execute();
  const texts = (column: 'number' | 'number_hash') =>
    rows.map((row) => row[column]).filter((text) => text !== null);
  for (const matches of [
    sql<boolean>`number_hash = ${anyUuid(texts('number_hash'))}`,
    sql<boolean>`number = ${anyText(texts('number'))}`,
  ])
    await trx
      .deleteFrom('voucher_codes')
      .where('region', '=', getImportRegionCode(origin))
      .where(matches)
      .execute();
  const removedCount = rows.length;
  if (removedCount > 0) return { removed: removedCount, kept: 0, next: UNFINISHED };
  const { kept } = await trx
    .selectFrom('voucher_codes')
    .select(({ fn }) => fn.countAll<number | string>().as('kept'))
    .where('import_uuid', '=', origin.importId)
    .executeTakeFirstOrThrow();
  return { removed: removedCount, kept: Number(kept), next: null };
}

/**
 * Removes codes in pages by voucher number. The previous server version does the same, so both versions can work on
 * one import.
 */
async function takeBackPlaintext(
  trx: Transaction<Database>,
  origin: ImportOrigin,
  after: string | null,
) {
  // The lock waits for orders that are just getting one of these codes. Other orders skip the locked codes.
  const rows = await trx
    .selectFrom('voucher_codes')
    .select('number')
    .where('import_uuid', '=', origin.importId)
    .$if(after !== null, (query) => query.where('number', '>', after ?? ''))
    .orderBy('number')
    .limit(STEP_ROWS)
    .forUpdate()
    .execute();
  const numbers = rows.map(({ number }) => number ?? '');
  const { numDeletedRows } = await trx
    .deleteFrom('voucher_codes')
    .where('region', '=', getImportRegionCode(origin))
    .where('import_uuid', '=', origin.importId)
    .where('number', '=', anyText(numbers))
    .where('order_uuid', 'is', null)
    .executeTakeFirst();
  const removedCount = Number(numDeletedRows);
  const next = numbers.length < STEP_ROWS ? null : (numbers.at(-1) ?? null);
  return { removed: removedCount, kept: numbers.length - removedCount, next };
}
