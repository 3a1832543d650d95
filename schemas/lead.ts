import * as v from 'valibot';
import { leadGroup, leadStatus } from './lead-steps.ts';
import { leadEdit, type LeadChanges } from './lead-edit.ts';
import { leadReasons } from './lead-reasons.ts';
import { multilineText } from './paragraphs.ts';
import {
  moment,
  newestFirst,
  storedDay,
  storedMoment,
  text,
  uuid,
  wholeNumber,
} from './primitives.ts';
import { leadContactEntries, customerInfo, leadExtras } from './project-lead.ts';
import { refusal } from './refusal.ts';
import { replicatedEntries } from './replicated.ts';

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
  expires_on: storedMoment,
  customer_info: customerInfo,
  ...leadContactEntries,
  window_windows_number: v.nullable(wholeNumber),
  products: v.array(leadProduct),
  extras: leadExtras,
  /** The club's and the company's notes on it. */
  NotesFromVELUXClub: multilineText(4000),
  expected_installation_date: storedDay,
  /** Why the company rejected it. */
  reasons: leadReasons,
  /** The project it became. */
  project_id: v.nullable(uuid),
  /** The same as the specification's other name for it; the project itself is asked for by its id. */
  project: v.optional(v.nullable(v.object({ uuid }))),
  /** Who moved it to where it is, and when. */
  moved_by: mover,
  moved_at: moment,
});
export type Lead = v.InferOutput<typeof lead>;

/** A lead as an edit leaves it; the address goes into the customer's. */
export function applyLeadChanges<Subject extends Pick<Lead, ChangedField>>(
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

/** What the device's own edits change of a lead. */
export const leadSnapshot = v.pick(lead, [
  'status',
  'expires_on',
  'customer_info',
  'NotesFromVELUXClub',
  'expected_installation_date',
  'reasons',
  'project_id',
  'moved_by',
  'moved_at',
]);
export type LeadSnapshot = v.InferOutput<typeof leadSnapshot>;

/**
 * The lead in the local database. While edits wait (`waiting`) its fields show what it becomes by
 * them; when one was refused (`refused`) they show the server's lead, `refusal` says why, and `edits`
 * still holds what the server did not take.
 */
export const leadDocument = v.object({
  ...v.omit(lead, ['deleted', 'project']).entries,
  group: leadGroup,
  newest_first: newestFirst,
  state: v.picklist(['synced', 'waiting', 'refused']),
  refusal: v.nullable(refusal),
  /** In the order they were made; each builds on the one before. */
  edits: v.array(leadEdit),
  /**
   * While edits wait: what the server is known to have of what they change, so that they can be taken
   * back. Null where nothing waits, or where that is not known.
   */
  before: v.nullable(leadSnapshot),
  /** The last ones that the server took from this device: a server restored from a backup may lack them. */
  sent_edits: v.array(leadEdit),
  /** The edit that the server is known to have. */
  base_op_id: uuid,
});
export type LeadDocument = v.InferOutput<typeof leadDocument>;
