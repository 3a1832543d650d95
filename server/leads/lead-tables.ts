import { type Generated } from 'kysely';
import { type LeadActor, type LeadStatus } from '#schemas/lead-steps.ts';
import { type ReplicatedTable } from '../db/replicated-row.ts';

/** A sales lead of a company; replicated. The jsonb columns have the shapes of `#schemas/lead.ts`. */
export interface LeadsTable extends ReplicatedTable {
  status: LeadStatus;
  /** When its step is over; null where no time runs. */
  expires_on: Date | null;
  /** The `expires_on` that the company was reminded of last. */
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
  /** `2026-05-04` */
  installation_day: string | null;
  /** `LeadReason[]` */
  reasons: Generated<unknown>;
  project_id: string | null;
  moved_by: LeadActor;
  /** The person of the company who moved it; null when it was not one. */
  mover_id: string | null;
  moved_at: Date;
}

/** An edit that was done, with its place in the company's order of changes. */
export interface LeadEditsTable {
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
