import { type Generated } from 'kysely';
import { type PointEvent, type Variation } from '#schemas/ledger.ts';

/** The company's points: rows are only ever added; replicated. */
export interface LedgerTable {
  uuid: string;
  company_id: string;
  rev: number;
  op_id: string;
  deleted: Generated<boolean>;
  created_at: Date;
  updated_at: Date;
  event: PointEvent;
  points: number;
  variation: Variation;
  project_uuid: string | null;
  order_uuid: string | null;
}

export interface LedgerTables {
  ledger: LedgerTable;
}
