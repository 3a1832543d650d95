import { type Transaction } from 'kysely';
import { MAX_FULL_NAMES } from '#schemas/operator/operator-list.ts';
import { regionsWithRight } from '#schemas/operator/operator-rights.ts';
import { type RegionId } from '#schemas/regions.ts';
import { transact } from '../db/database.ts';
import { type Database } from '../db/tables.ts';
import { anyUuid } from '../scans/any-of.ts';
import { type Services } from '../services.ts';
import { lockOperatorForCounting, SPLIT_WINDOW_MS } from './approvals.ts';
import { type OperatorActor } from './operator-handler.ts';
import { DEFAULT_LIMIT } from './operator-pages.ts';
import { type RegionTable, type ScopedQueries } from './operator-scope.ts';
import { type RegionList } from './region-list.ts';
import { readRegionPage, type RegionQuery } from './region-page.ts';

/** Loads and describes the rows of a list with names. */
interface NamedRows<Row extends { readonly region_id: RegionId }, Described> {
  readonly load: (ids: readonly string[], queries: ScopedQueries) => Promise<readonly Row[]>;
  readonly idOf: (row: Row) => string;
  /** Shows full names to an operator who may read personal data in the row's country. */
  readonly describe: (row: Row, operator: OperatorActor) => Described;
}

/**
 * Reads a page of a list with names. Pages after the first, and pages longer than the default, are counted. Once an
 * operator has read the full names of 500 records within a day, the names in further records are shortened. An export
 * reads the same pages, so it's limited too.
 */
export async function readNamedPage<
  Table extends RegionTable,
  Row extends { readonly region_id: RegionId },
  Described,
>(
  services: Pick<Services, 'db' | 'clock'>,
  { operator, query }: { readonly operator: OperatorActor; readonly query: RegionQuery },
  list: RegionList<Table>,
  { load, idOf, describe }: NamedRows<Row, Described>,
) {
  const page = await readRegionPage(services.db, operator, query, list, { load, idOf });
  const personalRegions = regionsWithRight(operator.grants, 'personal.read');
  const ids = page.rows.filter((row) => personalRegions.includes(row.region_id)).map(idOf);
  const isFirst = (query.cursor ?? '') === '' && (query.limit ?? 0) <= DEFAULT_LIMIT;
  const isWithinLimit =
    isFirst ||
    ids.length === 0 ||
    operator.strength === 'weak' ||
    (await transact(services.db, (trx) => countReads(trx, operator, ids, services.clock.now())));
  const reader = isWithinLimit ? operator : withoutNames(operator);
  return {
    data: page.rows.map((row) => describe(row, reader)),
    meta: { ...page.meta, ...(!isWithinLimit && { names_shortened: true }) },
  };
}

/** Removes the roles that allow reading personal data. The call's countries and queries stay the same. */
const withoutNames = (operator: OperatorActor): OperatorActor => ({
  ...operator,
  grants: operator.grants.filter(
    (grant) => regionsWithRight([grant], 'personal.read').length === 0,
  ),
});

/**
 * Counts the records whose full names the operator reads. A record that is read again within a day isn't counted again.
 * @returns false, without counting, if the records would exceed the limit
 */
async function countReads(
  trx: Transaction<Database>,
  { operatorId: operator_id }: Pick<OperatorActor, 'operatorId'>,
  ids: readonly string[],
  now: number,
): Promise<boolean> {
  await lockOperatorForCounting(trx, operator_id);
  await trx
    .deleteFrom('full_name_reads')
    .where('operator_id', '=', operator_id)
    .where('read_at', '<=', new Date(now - SPLIT_WINDOW_MS))
    .execute();
  const operatorReads = trx.selectFrom('full_name_reads').where('operator_id', '=', operator_id);
  const countedRecords = await operatorReads
    .select('record_id')
    .where('record_id', '=', anyUuid(ids))
    .execute();
  const countedIds = new Set(countedRecords.map(({ record_id }) => record_id));
  const newIds = ids.filter((id) => !countedIds.has(id));
  if (newIds.length === 0) return true;
  const { count } = await operatorReads
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (Number(count) + newIds.length > MAX_FULL_NAMES) return false;
  const read_at = new Date(now);
  await trx
    .insertInto('full_name_reads')
    .values(newIds.map((record_id) => ({ operator_id, record_id, read_at })))
    .execute();
  return true;
}
