/** Edits that a user can make to a lead, and their rules, identical on the device and the server. */
import * as v from 'valibot';
import { latestSelectableDay } from './calendar-day.ts';
import { canMove, isActiveLead, leadViewOf, type LeadStatus } from './lead-status.ts';
import { leadReasons } from './lead-reasons.ts';
import { typedMultilineText } from './multiline-text.ts';
import { day, deviceTime, typedText, uuid } from './primitives.ts';
import { normaliseLine } from './normalise-text.ts';
import type { CustomerInfo } from './project-lead.ts';

/** Checklist of the agreement step; at least two items must be ticked (spec 1 §5). */
export const agreementItems = ['place_seen', 'offer_accepted', 'date_agreed'] as const;
export const agreementItem = v.picklist(agreementItems);
export type AgreementItem = v.InferOutput<typeof agreementItem>;
export const MIN_AGREEMENT_ITEMS = 2;

/** Address of the roof, corrected by the company. */
const leadAddress = v.object({
  postal_code: typedText(16),
  street_name: typedText(160),
  city: typedText(80),
});
export type LeadAddress = v.InferOutput<typeof leadAddress>;

/** Statuses that an installer can move a lead to. */
export const installerTargets = [
  'interested',
  'not-interested',
  'contacted',
  'contact-unsuccessful',
  'agreed',
  'not-agreed',
  'lost',
] as const satisfies readonly LeadStatus[];

const changeEntries = {
  status: v.optional(v.picklist(installerTargets)),
  reasons: v.optional(leadReasons),
  NotesFromVELUXClub: v.optional(typedMultilineText(4000)),
  expected_installation_date: v.optional(v.nullable(day)),
  address: v.optional(leadAddress),
  /** Items ticked in the agreement step. */
  checklist: v.optional(v.pipe(v.array(agreementItem), v.maxLength(agreementItems.length))),
  /**
   * With `agreed`: project id created by the device, so that products can be scanned to the project offline.
   */
  project_id: v.optional(uuid),
};
const leadChanges = v.object(changeEntries);
export type LeadChanges = v.InferOutput<typeof leadChanges>;

/**
 * One edit of a lead, the payload of its PATCH request. `op_id` makes it idempotent, `base_op_id` is the edit
 * that the user last saw, and `time` is when it was made, by the device's clock.
 */
export const leadEdit = v.object({
  op_id: uuid,
  base_op_id: uuid,
  time: deviceTime,
  ...changeEntries,
});
export type LeadEdit = v.InferOutput<typeof leadEdit>;

/** Reasons why an edit is invalid. */
export const leadProblems = [
  'move_not_allowed',
  'reasons_needed',
  'agreement_incomplete',
  'date_too_early',
  'date_immutable',
] as const;
/** A date too far ahead is `invalid_input`, because earlier app versions recognise that code. */
export type LeadProblem = (typeof leadProblems)[number] | 'invalid_input';

/** Fields of a lead that the rules need. */
export interface EditableLead {
  readonly status: LeadStatus;
  readonly customer_info: { readonly StreetHouseNumber: string };
  readonly expected_installation_date: string | null;
}

/** True if the installation date can be changed; false on the day itself (spec 1 §4). */
export function isDateEditable(lead: EditableLead, today: string): boolean {
  return isActiveLead(lead.status) && lead.expected_installation_date !== today;
}

/**
 * True if the customer's street has no number; the agreement step then asks for street and postal code (spec 1
 * §5).
 */
export function lacksStreetNumber(customer: EditableLead['customer_info']): boolean {
  return !/\d/.test(customer.StreetHouseNumber);
}

/** Checks the requirements of the agreement step (spec 1 §5): true for each one met. */
export function agreementState(
  lead: EditableLead,
  changes: LeadChanges,
  today: string,
): { readonly items: boolean; readonly date: boolean; readonly address: boolean } {
  const date = changes.expected_installation_date ?? null;
  const { postal_code = '', street_name = '' } = changes.address ?? {};
  return {
    items: new Set(changes.checklist).size >= MIN_AGREEMENT_ITEMS,
    date: date !== null && dateProblem(date, today) === null,
    address:
      !lacksStreetNumber(lead.customer_info) ||
      (normaliseLine(postal_code) !== '' && normaliseLine(street_name) !== ''),
  };
}

/**
 * Validates an edit by an installer.
 * @param today day of the edit, in the company's region
 * @returns the first broken rule with its field, or null
 */
export function validateLeadEdit(
  lead: EditableLead,
  changes: LeadChanges,
  today: string,
): { readonly code: LeadProblem; readonly field: string } | null {
  const { status, reasons = [], expected_installation_date: date, address } = changes;
  if (status !== undefined) {
    if (!canMove(lead.status, status, 'installer')) return problem('move_not_allowed', 'status');
    if (needsReasons(status) && reasons.length === 0) return problem('reasons_needed', 'reasons');
  }
  if (status === 'agreed') return agreementProblem(lead, changes, today);
  if (address !== undefined && leadViewOf(lead.status) !== 'steps') {
    return problem('move_not_allowed', 'address');
  }
  if (date === undefined || date === lead.expected_installation_date) return null;
  const field = 'expected_installation_date';
  if (!isDateEditable(lead, today)) return problem('date_immutable', field);
  const code = date === null ? null : dateProblem(date, today);
  return code && problem(code, field);
}

/** An installation date must be between today and `latestSelectableDay`. */
function dateProblem(date: string, today: string): LeadProblem | null {
  if (date < today) return 'date_too_early';
  return date > latestSelectableDay(today) || !v.is(day, date) ? 'invalid_input' : null;
}

function agreementProblem(lead: EditableLead, changes: LeadChanges, today: string) {
  const { items, date, address } = agreementState(lead, changes, today);
  if (!items) return problem('agreement_incomplete', 'checklist');
  if (!date) {
    const { expected_installation_date: chosenDate } = changes;
    const code = (chosenDate && dateProblem(chosenDate, today)) || 'date_too_early';
    return problem(code, 'expected_installation_date');
  }
  if (!address) return problem('agreement_incomplete', 'address');
  return changes.project_id === undefined ? problem('agreement_incomplete', 'project_id') : null;
}

/** True if a move to this status needs a reason (spec 1 §4). Rejecting a new lead needs none. */
function needsReasons(status: LeadStatus): boolean {
  return ['contact-unsuccessful', 'not-agreed', 'lost'].includes(status);
}

function problem(code: LeadProblem, field: string) {
  return { code, field } as const;
}

/** Parts of a lead that two users can edit without a conflict. */
export const editParts = ['status', 'notes', 'date', 'address'] as const;
export type EditPart = (typeof editParts)[number];

/** Returns the parts that an edit changes. */
export function changedParts(changes: LeadChanges): EditPart[] {
  const parts: EditPart[] = [];
  if (changes.status !== undefined) parts.push('status');
  if (changes.NotesFromVELUXClub !== undefined) parts.push('notes');
  if (changes.expected_installation_date !== undefined) parts.push('date');
  if (changes.address !== undefined) parts.push('address');
  return parts;
}

/** Fields of a lead that an edit can change. */
interface ChangeableLead extends EditableLead {
  readonly reasons: v.InferOutput<typeof leadReasons>;
  readonly NotesFromVELUXClub: string;
  readonly customer_info: CustomerInfo;
  readonly project_id: string | null;
}

/** Applies an edit to a lead; the address goes into `customer_info`. */
export function applyLeadChanges<Subject extends ChangeableLead>(
  before: Subject,
  changes: LeadChanges,
): Subject {
  const { address } = changes;
  const location = address && {
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
    customer_info: { ...before.customer_info, ...location },
    project_id: changes.status === 'agreed' ? (changes.project_id ?? null) : before.project_id,
  };
}
