import { type PointEvent, type Variation } from '#schemas/ledger.ts';
import { type Generated } from 'kysely';
import { type ReplicatedTable } from '../db/replicated-row.ts';

/** The company's points: rows are only ever added; replicated. */
export interface LedgerTable extends ReplicatedTable {
  event: PointEvent;
  points: number;
  variation: Variation;
  project_uuid: string | null;
  order_uuid: string | null;
  /** Whose work it comes from: who closed the project, who ordered. Null for the system's and older entries. */
  created_by: Generated<string | null>;
}

export interface LedgerTables {
  ledger: LedgerTable;
}
