import { type Generated } from 'kysely';
import { type LeadActor, type LeadRequestState, type LeadStatus } from '#schemas/lead-status.ts';
import { type LeadRequestSource } from '#schemas/lead-request.ts';
import { type RegionId } from '#schemas/regions.ts';
import { type ReplicatedTable } from '../db/replicated-row.ts';

/** Sales leads; replicated. The jsonb columns have the shapes of `#schemas/lead.ts`. */
export interface LeadsTable extends ReplicatedTable {
  status: LeadStatus;
  /** Deadline of the current status; null if the status has none. */
  expires_on: Date | null;
  /** The value of `expires_on` for which the last reminder was sent. */
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
  /** `LeadReason[]`. */
  reasons: Generated<unknown>;
  project_id: string | null;
  moved_by: LeadActor;
  /** The installer who moved the lead; null if an operator or the system moved it. */
  mover_id: string | null;
  moved_at: Date;
  /** Country of the company; set by the database. */
  region_id: Generated<RegionId>;
  /** The offered request; null if the lead was offered without one. */
  request_id: Generated<string | null>;
}

/** Edits that were applied to leads. `rev` gives their order. */
interface LeadEditsTable {
  lead_uuid: string;
  op_id: string;
  rev: number;
  /** `EditPart[]` */
  parts: unknown;
  created_at: Date;
}

/** How precise a location is. */
type PlaceKind = 'given' | 'address' | 'town' | 'postal_area';

/** Homeowners' requests, for which operators choose companies. Each offer to a company is a lead. */
export interface LeadRequestsTable {
  uuid: string;
  region_id: RegionId;
  /** Version, incremented by changes to the request or its latest offer. */
  rev: Generated<number>;
  created_at: Date;
  updated_at: Date;
  /** Updated from the latest offer by a trigger, unless an operator has ended the request. */
  state: Generated<LeadRequestState>;
  /** The latest offer. */
  current_lead: Generated<string | null>;
  source: LeadRequestSource;
  /**
   * Sender of the reference: `file` for an import, or the id of the sending system's first token. Null if the request
   * came from neither a file nor a system.
   */
  sender: string | null;
  reference: string | null;
  /** The import that added the request. */
  import_uuid: Generated<string | null>;
  first_name: string;
  last_name: string;
  street: string;
  postal_code: string;
  city: string;
  /** International form; empty if not given. */
  phone: string;
  email: string;
  windows: number | null;
  /** `Lead['products']` */
  products: unknown;
  service: string;
  message: string;
  wished_day: string | null;
  /** Day on which the homeowner agreed to share the request with a company; null for a lead offered by a command. */
  consent_day: string | null;
  latitude: number | null;
  longitude: number | null;
  place_kind: PlaceKind | null;
  /** When the location was looked up; null if still pending. */
  located_at: Date | null;
  ended_at: Generated<Date | null>;
  /** When the homeowner's data was erased. */
  erased_at: Generated<Date | null>;
}

/** Tokens that other systems use to send requests for one country. */
interface LeadTokensTable {
  uuid: string;
  region_id: RegionId;
  name: string;
  token_hash: string;
  created_by: string;
  created_at: Date;
  used_at: Generated<Date | null>;
  revoked_at: Generated<Date | null>;
  /** Null for tokens created before tokens could expire. */
  expires_at: Generated<Date | null>;
  /**
   * Id of the system's first token, which is stored as the sender of the system's references. Null if the previous
   * version created the token.
   */
  source_id: Generated<string | null>;
}

/** Locations of companies. The coordinates are null if the address couldn't be located. */
interface CompanyPlacesTable {
  company_id: string;
  region_id: RegionId;
  latitude: number | null;
  longitude: number | null;
  place_kind: Exclude<PlaceKind, 'given'> | null;
  /** When the address was looked up; null if it hasn't been, or has changed since then. */
  located_at: Date | null;
}

export interface LeadTables {
  leads: LeadsTable;
  lead_edits: LeadEditsTable;
  lead_requests: LeadRequestsTable;
  lead_tokens: LeadTokensTable;
  company_places: CompanyPlacesTable;
}
