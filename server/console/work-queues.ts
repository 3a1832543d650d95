import { type RawBuilder, sql, type Transaction } from 'kysely';
import {
  CLAIMED_RECORDS,
  type ClaimedKind,
  type QueueCall,
  type queueClaimCalls,
} from '#schemas/operator/queue-claims.ts';
import { type OperatorGrant } from '#schemas/operator/operator-rights.ts';
import { type RegionId } from '#schemas/regions.ts';
import { type Database } from '../db/tables.ts';
import { anyUuid } from '../scans/any-of.ts';
import { type OperatorHandler, type OperatorHandlers } from './operator-handler.ts';
import { chosenRegions, type RegionTable, scopedQueries } from './operator-scope.ts';
import { findOwnCompany } from './own-company.ts';
import { claimNext, endClaims, isUnclaimed } from './record-claims.ts';
import { type RegionList } from './region-list.ts';
import { selectPageKeys } from './region-page.ts';

/** A search for records that an operator may claim. */
interface QueueSearch {
  readonly regions: readonly RegionId[];
  readonly operatorId: string;
  readonly grants: readonly OperatorGrant[];
  /** The operator's own company. They can't decide on its records. Null if the operator isn't an installer. */
  readonly ownCompany: string | null;
  /**
   * Limits the records to those that can be claimed.
   * @param id the column with the record's id
   */
  readonly isClaimable: (id: RawBuilder<unknown>) => RawBuilder<boolean>;
}

/** Finds the ids of the first `CLAIMED_RECORDS` records of a queue, oldest first. */
type FindQueued = (trx: Transaction<Database>, search: QueueSearch) => Promise<readonly string[]>;

/** Creates the handler that claims the records of a queue. */
export const claimFromQueue =
  (kind: ClaimedKind, find: FindQueued): OperatorHandler<QueueCall> =>
  async ({ operator, body }, { db, clock }) => {
    const now = clock.now();
    const { operatorId, grants } = operator;
    const [claimer, opened] = [{ kind, operatorId }, body.opened?.toLowerCase()];
    const regions = chosenRegions(operator, body.region);
    const isClaimable = (id: RawBuilder<unknown>) =>
      opened === undefined
        ? sql<boolean>`${isUnclaimed(id, claimer, now)} and not ${id} = ${anyUuid(body.skipped)}`
        : sql<boolean>`${id} = ${opened}::uuid`;
    const findRecords = async (trx: Transaction<Database>) => {
      const ownCompany = await findOwnCompany(trx, operatorId);
      const ids = await find(trx, { regions, operatorId, grants, ownCompany, isClaimable });
      // An opened record is taken over from another operator, but only once it's known to be in one of the operator's
      // countries.
      if (opened !== undefined) await endClaims(trx, kind, ids);
      return ids;
    };
    return { records: [...(await claimNext(db, claimer, findRecords, { now }))] };
  };

/**
 * Finds the records of a queue by the index of their country.
 * @param createList returns the queue for the given countries, oldest first; its last key is the record's id
 * @param isOwn true for records of the operator's own company
 */
export const findInList =
  <Table extends RegionTable>(
    createList: (regions: readonly RegionId[]) => RegionList<Table>,
    isOwn: (company: string) => RawBuilder<boolean>,
  ): FindQueued =>
  async (trx, { regions, ownCompany, isClaimable }) => {
    const list = createList(regions);
    const condition = isClaimable(sql.ref(`${list.table}.${list.keys.at(-1) ?? 'uuid'}`));
    const claimableList: RegionList<Table> = {
      ...list,
      where: (rows) =>
        list
          .where(rows)
          .where(condition)
          .$if(ownCompany !== null, (others) =>
            others.where(({ not }) => not(isOwn(ownCompany ?? ''))),
          ),
    };
    const page = { cursor: null, limit: CLAIMED_RECORDS };
    const queries = scopedQueries(trx, regions);
    const { rows } = await selectPageKeys(queries, regions, claimableList, page).execute(trx);
    return rows.flatMap(({ keys }) => keys.at(-1) ?? []);
  };

const releaseClaims: OperatorHandler<typeof queueClaimCalls.releaseClaims> = async (
  { operator, body },
  { db },
) => {
  await db
    .deleteFrom('record_claims')
    .where('operator_id', '=', operator.operatorId)
    .where('record_kind', '=', body.kind)
    .where('record_id', '=', anyUuid(body.records))
    .execute();
  return {};
};

/** Ends the operator's claims on records of a queue that they leave. */
export const queueClaimHandlers = { releaseClaims } satisfies Partial<OperatorHandlers>;
