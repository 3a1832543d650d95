import * as v from 'valibot';
import { leadGroup, leadStatus } from './lead-steps.ts';
import { leadEdit, type LeadChanges } from './lead-edit.ts';
import { leadReasons } from './lead-reasons.ts';
import { day, moment, newestFirst, paragraph, text, uuid, wholeNumber } from './primitives.ts';
import { refusal } from './refusal.ts';
import { replicatedEntries } from './replicated.ts';

/** Who the customer is and where the roof is (spec 1 §3; the wire's own names). */
export const customerInfo = v.object({
  FirstName: text(80),
  LastName: text(80),
  StreetHouseNumber: text(160),
  PostalCode: text(16),
  City: text(80),
});
export type CustomerInfo = v.InferOutput<typeof customerInfo>;

/** How the customer can be reached; empty where they did not say. */
const contactEntries = { Mobile: text(32), MobilePhone: text(32), EmailForwindow: text(254) };

const extras = v.object({
  /** What the customer wrote. */
  Notes: paragraph(4000),
  /** What they asked for: a visit, an offer, a call. */
  CustomerRequested: text(200),
});

/** What the customer would like, each kind with how many of it. */
const leadProduct = v.object({ type: text(40, 1), quantity: wholeNumber });

/** Somebody who moved a lead: a person of the company by name, or the server, or an operator. */
const mover = v.object({
  actor: v.picklist(['installer', 'system', 'operator']),
  name: v.nullable(text(161)),
});

/** A lead as the server knows it (spec 1 §3). */
export const lead = v.object({
  ...replicatedEntries,
  status: leadStatus,
  /** When the step that it is at is over; null where no time runs. */
  expires_on: v.nullable(moment),
  customer_info: customerInfo,
  ...contactEntries,
  window_windows_number: v.nullable(wholeNumber),
  products: v.array(leadProduct),
  extras,
  /** The club's and the company's notes on it. */
  NotesFromVELUXClub: paragraph(4000),
  expected_installation_date: v.nullable(day),
  /** Why the company rejected it. */
  reasons: leadReasons,
  /** The project it became. */
  project_id: v.nullable(uuid),
  /** Who moved it to where it is, and when. */
  moved_by: mover,
  moved_at: moment,
});
export type Lead = v.InferOutput<typeof lead>;

/** A lead as an edit leaves it; the address goes into the customer's. */
export function withChanges<Subject extends Pick<Lead, ChangedField>>(
  before: Subject,
  changes: LeadChanges,
): Subject {
  const { address } = changes;
  const place = address && {
    StreetHouseNumber: address.street_name || before.customer_info.StreetHouseNumber,
    PostalCode: address.postal_code || before.customer_info.PostalCode,
    City: address.city || before.customer_info.City,
  };
  const { expected_installation_date: date } = changes;
  return {
    ...before,
    status: changes.status ?? before.status,
    reasons: changes.reasons ?? before.reasons,
    NotesFromVELUXClub: changes.NotesFromVELUXClub ?? before.NotesFromVELUXClub,
    expected_installation_date: date === undefined ? before.expected_installation_date : date,
    customer_info: { ...before.customer_info, ...place },
    project_id: changes.status === 'agreed' ? (changes.project_id ?? null) : before.project_id,
  };
}
type ChangedField =
  | 'status'
  | 'reasons'
  | 'NotesFromVELUXClub'
  | 'expected_installation_date'
  | 'customer_info'
  | 'project_id';

/** What a project shows of the lead that it was: kept with the project, whatever becomes of the lead. */
export const projectLead = v.object({
  uuid,
  customer_info: customerInfo,
  ...contactEntries,
  extras,
  NotesFromVELUXClub: paragraph(4000),
  expected_installation_date: v.nullable(day),
});
export type ProjectLead = v.InferOutput<typeof projectLead>;

/** The part of a lead that goes with its project. */
export function projectLeadOf(from: ProjectLead): ProjectLead {
  return {
    uuid: from.uuid,
    customer_info: from.customer_info,
    Mobile: from.Mobile,
    MobilePhone: from.MobilePhone,
    EmailForwindow: from.EmailForwindow,
    extras: from.extras,
    NotesFromVELUXClub: from.NotesFromVELUXClub,
    expected_installation_date: from.expected_installation_date,
  };
}

/**
 * The lead in the local database. While edits wait (`waiting`) its fields show what it becomes by
 * them; when one was refused (`refused`) they show the server's lead, `refusal` says why, and `edits`
 * still holds what the server did not take.
 */
export const leadDocument = v.object({
  ...v.omit(lead, ['deleted']).entries,
  group: leadGroup,
  newest_first: newestFirst,
  state: v.picklist(['synced', 'waiting', 'refused']),
  refusal: v.nullable(refusal),
  /** In the order they were made; each builds on the one before. */
  edits: v.array(leadEdit),
  /** The edit that the server is known to have. */
  base_op_id: uuid,
});
export type LeadDocument = v.InferOutput<typeof leadDocument>;
