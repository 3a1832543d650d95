import { type Kysely, sql } from 'kysely';
import { operatorCalls } from '#schemas/operator/operator-calls.ts';
import { type OperatorCall } from '#schemas/operator/operator-call.ts';
import {
  type ChangedList,
  changedListNames,
  changedLists,
} from '#schemas/operator/changed-lists.ts';
import { regionsWithRight } from '#schemas/operator/operator-rights.ts';
import { type RegionId, regions } from '#schemas/regions.ts';
import { type OperatorActor } from '../console/operator-handler.ts';
import { type Database } from '../db/tables.ts';

/** A change of a list in a country; `region` is 0 if it concerns several countries. */
interface ListChange {
  readonly list: string;
  readonly region: RegionId | 0;
}

/** A snapshot in which no transaction is visible. */
const EMPTY_SNAPSHOT = '1:1:';

/**
 * Returns a function that reads the changes committed since its previous call. It returns each change at least once.
 * Transactions don't commit in the order in which they begin, so the function compares them with the snapshot of its
 * previous call.
 */
export function createChangeReader(db: Kysely<Database>): () => Promise<readonly ListChange[]> {
  let previousSnapshot = EMPTY_SNAPSHOT;
  return async () => {
    const result = await readChangesSince(db, previousSnapshot);
    // After a restore or a failover, the database reuses transaction ids, so all of its changes count as new.
    const { snapshot, changes } = result.isBehind
      ? await readChangesSince(db, EMPTY_SNAPSHOT)
      : result;
    previousSnapshot = snapshot;
    return changes;
  };
}

interface ReadChanges {
  readonly snapshot: string;
  /** True if the database hasn't reached the transactions of the given snapshot. */
  readonly isBehind: boolean;
  readonly changes: readonly ListChange[];
}

/**
 * Reads the changes of transactions that aren't visible in a snapshot. The next call starts from this statement's own
 * snapshot.
 */
async function readChangesSince(db: Kysely<Database>, since: string): Promise<ReadChanges> {
  const { rows } = await sql<ReadChanges>`
    select pg_current_snapshot()::text as snapshot,
      pg_snapshot_xmax(pg_current_snapshot()) < pg_snapshot_xmax(${since}::pg_snapshot) as "isBehind",
      coalesce((
        select json_agg(json_build_object('list', list, 'region', region_id)) from (
          select distinct list, region_id from list_changes
          where xid >= pg_snapshot_xmin(${since}::pg_snapshot)
            -- Skips transaction ids from another database's dump.
            and xid < pg_snapshot_xmax(pg_current_snapshot())
            and not pg_visible_in_snapshot(xid, ${since}::pg_snapshot)
        ) as change
      ), '[]') as changes`.execute(db);
  const [result] = rows;
  if (result === undefined) throw new Error('List changes can’t be read.');
  return result;
}

/** The countries in which an operator may read each list. */
export type ReadableLists = ReadonlyMap<ChangedList, ReadonlySet<RegionId>>;

/** Returns the lists that the operator may read by at least one call, with their countries. */
export function readableLists({
  grants,
  strength,
}: Pick<OperatorActor, 'grants' | 'strength'>): ReadableLists {
  const lists = changedListNames.map((list) => {
    const calls = changedLists[list].map((id): OperatorCall => operatorCalls[id]);
    const usableCalls = calls.filter((call) => strength === 'passkey' || call.strength === 'weak');
    const ids = usableCalls.flatMap(({ right }) => (right ? regionsWithRight(grants, right) : []));
    return [list, new Set(ids)] as const;
  });
  return new Map(lists.filter(([, ids]) => ids.size > 0));
}

/** Returns the countries of a change in which the operator may read the list. */
export function readableRegions(
  regionsByList: ReadableLists,
  { list, region }: ListChange,
): readonly RegionId[] {
  const lists: ReadonlyMap<string, ReadonlySet<RegionId>> = regionsByList;
  const allowedRegions = lists.get(list);
  if (allowedRegions === undefined) return [];
  // Operators who may read the list in only some countries see the change when they next fetch the list.
  if (region === 0) return allowedRegions.size === regions.length ? [...allowedRegions] : [];
  return allowedRegions.has(region) ? [region] : [];
}

/** Deletes changes that every process has long since read. It uses the database's clock, which also set their times. */
export async function deleteOldChanges(db: Kysely<Database>): Promise<void> {
  await sql`delete from list_changes where changed_at < now() - interval '10 minutes'`.execute(db);
}
