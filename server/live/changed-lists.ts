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

/**
 * Returns a function that reads the changes committed since its previous call, at least once each. Transactions commit in
 * another order than they begin, so it starts at the oldest one that was open before, and skips what it has returned.
 */
export function createChangeReader(db: Kysely<Database>): () => Promise<readonly ListChange[]> {
  let since = '0';
  /** Changes from `since` on that have been returned. */
  let returned = new Set<string>();
  return async () => {
    const { rows } = await sql<{ oldest: string; changes: (ListChange & { xid: string })[] }>`
      select pg_snapshot_xmin(pg_current_snapshot())::text as oldest, coalesce((
        select json_agg(json_build_object('xid', xid::text, 'list', list, 'region', region_id))
        from list_changes where xid >= ${since}::xid8
      ), '[]') as changes`.execute(db);
    const [{ oldest, changes } = { oldest: since, changes: [] }] = rows;
    const keyOf = ({ xid, list, region }: (typeof changes)[number]) => `${xid} ${list} ${region}`;
    const fresh = changes.filter((change) => !returned.has(keyOf(change)));
    since = oldest;
    returned = new Set(changes.filter(({ xid }) => BigInt(xid) >= BigInt(oldest)).map(keyOf));
    return fresh;
  };
}

/** The countries in which an operator may read each list. */
export type ReadableLists = ReadonlyMap<ChangedList, ReadonlySet<RegionId>>;

/** Returns the lists that one of whose calls the operator may use, with their countries. */
export function readableLists({
  grants,
  strength,
}: Pick<OperatorActor, 'grants' | 'strength'>): ReadableLists {
  const lists = changedListNames.map((list) => {
    const calls = changedLists[list].map((id): OperatorCall => operatorCalls[id]);
    const usable = calls.filter((call) => strength === 'passkey' || call.strength === 'weak');
    const ids = usable.flatMap(({ right }) => (right ? regionsWithRight(grants, right) : []));
    return [list, new Set(ids)] as const;
  });
  return new Map(lists.filter(([, ids]) => ids.size > 0));
}

/** Returns the countries of a change that the reader hears of: none if they may not read the list there. */
export function audibleRegions(
  readable: ReadableLists,
  { list, region }: ListChange,
): readonly RegionId[] {
  const allowed = new Map<string, ReadonlySet<RegionId>>(readable).get(list);
  if (allowed === undefined) return [];
  // Operators of some of the countries see it when they read the list next.
  if (region === 0) return allowed.size === regions.length ? [...allowed] : [];
  return allowed.has(region) ? [region] : [];
}

/** Deletes changes that every process has read long ago. The database's clock has written their time. */
export async function deleteOldChanges(db: Kysely<Database>): Promise<void> {
  await sql`delete from list_changes where changed_at < now() - interval '10 minutes'`.execute(db);
}
