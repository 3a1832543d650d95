import { type RegionId } from '#schemas/regions.ts';

/** Changes recorded by triggers for the console's streams (migration 146). */
interface ListChangesTable {
  /** Id of the transaction that made the change. */
  xid: string;
  /** 0 for a change that concerns several countries. */
  region_id: RegionId | 0;
  list: string;
  changed_at: Date;
}

export interface LiveTables {
  list_changes: ListChangesTable;
}
