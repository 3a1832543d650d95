import { type LedgerEntry, type PointEvent, type Variation } from '#schemas/ledger.ts';
import { type Generated, type Selectable } from 'kysely';
import { replicatedFields, type ReplicatedTable } from '../db/replicated-row.ts';

/** The companies' points ledger: append-only; replicated. */
export interface LedgerTable extends ReplicatedTable {
  event: PointEvent;
  points: number;
  variation: Variation;
  project_uuid: string | null;
  order_uuid: string | null;
  /**
   * The person who closed the project or placed the order. Null for system entries and older ones.
   */
  created_by: Generated<string | null>;
}

export interface LedgerTables {
  ledger: LedgerTable;
}

/** Maps a row to the wire format. */
export function entryFromRow(row: Selectable<LedgerTable>): LedgerEntry {
  return {
    ...replicatedFields(row),
    event: row.event,
    points: row.points,
    variation: row.variation,
    project_uuid: row.project_uuid,
    order_uuid: row.order_uuid,
  };
}
