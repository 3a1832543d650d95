import * as v from 'valibot';
import { leadGroup, leadStatus } from './lead-status.ts';
import { leadEdit } from './lead-edit.ts';
import { leadReasons } from './lead-reasons.ts';
import { multilineText } from './multiline-text.ts';
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

/** A product type that the customer wants, with its quantity. */
const leadProduct = v.object({ type: text(40, 1), quantity: wholeNumber });

/** Product types of a new request. */
export const leadProducts = v.pipe(v.array(leadProduct), v.maxLength(20));
/** Maximum length of the customer's message. */
export const LEAD_MESSAGE_LENGTH = 4000;

/** Actor of a lead's move: an installer by name, the system, or an operator. */
const mover = v.object({
  actor: v.picklist(['installer', 'system', 'operator']),
  name: v.nullable(text(161)),
});

/** A lead on the server (spec 1 §3). */
export const lead = v.object({
  ...replicatedEntries,
  status: leadStatus,
  /** End of the current step; null if the step has no time limit. */
  expires_on: storedMoment,
  customer_info: customerInfo,
  ...leadContactEntries,
  window_windows_number: v.nullable(wholeNumber),
  products: v.array(leadProduct),
  extras: leadExtras,
  /** Notes of the club and the company. */
  NotesFromVELUXClub: multilineText(4000),
  expected_installation_date: storedDay,
  /** Reasons why the lead was rejected. */
  reasons: leadReasons,
  /** Project created from the lead. */
  project_id: v.nullable(uuid),
  /** `project_id` under the specification's other name. */
  project: v.optional(v.nullable(v.object({ uuid }))),
  /** Actor and time of the last move. */
  moved_by: mover,
  moved_at: moment,
});
export type Lead = v.InferOutput<typeof lead>;

/** The fields that local edits can change. */
const leadSnapshot = v.pick(lead, [
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
 * The lead in the local database. While edits are `waiting`, its fields show the edited values. If one was
 * `refused` (rejected), the fields show the server's values, `refusal` is the reason, and `edits` still holds
 * the rejected edits.
 */
export const leadDocument = v.object({
  ...v.omit(lead, ['deleted', 'project']).entries,
  group: leadGroup,
  newest_first: newestFirst,
  state: v.picklist(['synced', 'waiting', 'refused']),
  refusal: v.nullable(refusal),
  /** Oldest first; each edit builds on the previous one. */
  edits: v.array(leadEdit),
  /**
   * The server's values of the editable fields while edits are pending, for undoing the edits. Null if no edit
   * is pending, or if those values are unknown.
   */
  before: v.nullable(leadSnapshot),
  /** Latest edits from this device that the server accepted; a server restored from a backup may lack them. */
  sent_edits: v.array(leadEdit),
  /** Latest edit that the server is known to have. */
  base_op_id: uuid,
});
export type LeadDocument = v.InferOutput<typeof leadDocument>;
