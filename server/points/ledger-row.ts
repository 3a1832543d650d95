import {
  type ColumnType,
  type Generated,
  type GeneratedAlways,
  type RawBuilder,
  type Selectable,
} from 'kysely';
import {
  type LedgerCampaign,
  type LedgerEntry,
  type LedgerShare,
  type PointEvent,
  signedPoints,
  type Variation,
} from '#schemas/ledger.ts';
import { type RegionId } from '#schemas/regions.ts';
import { isOwner, type RoleId } from '#schemas/roles.ts';
import { replicatedFields, type ReplicatedTable } from '../db/replicated-row.ts';
import { type LedgerDayTables } from './ledger-days.ts';

/** The companies' points ledger: append-only; replicated. */
export interface LedgerTable extends ReplicatedTable {
  /** The company's country, maintained by a trigger. */
  region_id: GeneratedAlways<RegionId>;
  event: PointEvent;
  points: number;
  variation: Variation;
  project_uuid: string | null;
  order_uuid: string | null;
  /** The campaign, for entries of the event `campaign`; null for other entries. */
  campaign: ColumnType<LedgerCampaign | null, RawBuilder<unknown> | null | undefined, never>;
  /** The import of awards that added the line, set by a trigger; null for other lines. */
  import_uuid: GeneratedAlways<string | null>;
  /**
   * The person who closed the project, placed the order or scanned the corrected products. Null for system entries and
   * old entries.
   */
  created_by: Generated<string | null>;
  /** `LedgerShare[]`; null if all the points belong to the person in `created_by`. */
  people: Generated<unknown>;
}

/** Ledger entries that operators added. Append-only. */
interface PointCorrectionsTable {
  ledger_uuid: string;
  company_id: string;
  at: Date;
  /** Change to the balance. */
  points: number;
  /** The correction that this one reverses; null if it isn't a reversal. A correction can only be reversed once. */
  reverses: string | null;
  /** True if a second person approved it. */
  is_approved: boolean;
  /** When the company will be notified; null if it has already been notified or won't be. */
  notify_at: Date | null;
}

/** Products that operators took back in the console. A scan has at most one return that isn't undone. */
interface ReturnedProductsTable {
  uuid: string;
  scan_uuid: string;
  company_id: string;
  at: Date;
  points: number;
  /** True if a second person approved it. */
  is_approved: boolean;
  undone_at: Generated<Date | null>;
  is_undo_approved: Generated<boolean | null>;
}

export interface LedgerTables extends LedgerDayTables {
  ledger: LedgerTable;
  point_corrections: PointCorrectionsTable;
  returned_products: ReturnedProductsTable;
}

/** Maps a row to the wire format. Staff only get their own share. */
export function entryFromRow({
  userId,
  role,
}: {
  readonly userId: string;
  readonly role: RoleId;
}): (row: Selectable<LedgerTable>) => LedgerEntry {
  return (row) => ({
    ...replicatedFields(row),
    event: row.event,
    points: row.points,
    variation: row.variation,
    project_uuid: row.project_uuid,
    order_uuid: row.order_uuid,
    campaign: row.campaign,
    people: getShares(row).filter(({ uuid }) => isOwner(role) || uuid === userId),
  });
}

function getShares(row: Selectable<LedgerTable>): readonly LedgerShare[] {
  const { created_by } = row;
  const people = row.people as LedgerShare[] | null;
  return people ?? (created_by === null ? [] : [{ uuid: created_by, points: signedPoints(row) }]);
}
