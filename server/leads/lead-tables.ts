import { type Generated } from 'kysely';
import { type LeadActor, type LeadStatus } from '#schemas/lead-status.ts';
import { type ReplicatedTable } from '../db/replicated-row.ts';

/** Sales leads; replicated. The jsonb columns have the shapes of `#schemas/lead.ts`. */
export interface LeadsTable extends ReplicatedTable {
  status: LeadStatus;
  /** Deadline of the current step; null if it has none. */
  expires_on: Date | null;
  /** The `expires_on` of the last reminder. */
  reminded_for: Generated<Date | null>;
  /** `CustomerInfo` */
  customer_info: unknown;
  mobile: string;
  mobile_phone: string;
  email: string;
  windows: number | null;
  products: unknown;
  extras: unknown;
  notes: string;
  /** Calendar day such as `2026-05-04`. */
  installation_day: string | null;
  /** `LeadReason[]` */
  reasons: Generated<unknown>;
  project_id: string | null;
  moved_by: LeadActor;
  /** The installer who moved it; null if an operator or the system did. */
  mover_id: string | null;
  moved_at: Date;
}

/** Edits applied to leads, in the company's order of changes. */
interface LeadEditsTable {
  lead_uuid: string;
  op_id: string;
  rev: number;
  /** `EditPart[]` */
  parts: unknown;
  created_at: Date;
}

export interface LeadTables {
  leads: LeadsTable;
  lead_edits: LeadEditsTable;
}
