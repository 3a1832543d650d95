import {
  type LedgerCampaign,
  type LedgerEntry,
  type PointEvent,
  type Variation,
} from '#schemas/ledger.ts';
import { type ColumnType, type Generated, type RawBuilder, type Selectable } from 'kysely';
import { replicatedFields, type ReplicatedTable } from '../db/replicated-row.ts';

/** The companies' points ledger: append-only; replicated. */
export interface LedgerTable extends ReplicatedTable {
  event: PointEvent;
  points: number;
  variation: Variation;
  project_uuid: string | null;
  order_uuid: string | null;
  /** The campaign of an entry `campaign`; null for other entries. */
  campaign: ColumnType<LedgerCampaign | null, RawBuilder<unknown> | null | undefined, never>;
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
    campaign: row.campaign,
  };
}
