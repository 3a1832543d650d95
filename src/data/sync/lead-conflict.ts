/** Rejected lead edits and how to resolve them. */
import type { LeadDocument } from '#schemas/lead.ts';
import {
  applyLeadChanges,
  validateLeadEdit,
  type EditPart,
  type LeadEdit,
  changedParts,
} from '#schemas/lead-edit.ts';

type RejectedLead = Pick<LeadDocument, 'state' | 'refusal' | 'edits'>;

/** True if the lead was rejected because of a newer change. */
export function isConflict({ refusal }: RejectedLead): boolean {
  return ['lead_moved_on', 'move_not_allowed', 'conflict'].includes(refusal?.code ?? '');
}

/** True if the company no longer has the lead. */
export function isLeadUnavailable({ refusal }: RejectedLead): boolean {
  return refusal?.code === 'lead_not_found';
}

/** True if the conflicting edits moved the lead, rather than only changing its notes, date or address. */
export function wasMoved(lead: RejectedLead): boolean {
  return isConflict(lead) && lead.refusal?.code !== 'conflict';
}

/** Returns the parts that the rejected edits changed, without duplicates, in order. */
export function rejectedParts({ edits }: RejectedLead): EditPart[] {
  return [...new Set(edits.flatMap(changedParts))];
}

/** Returns the latest value of each field in the rejected edits. */
export function rejectedChanges({ edits }: RejectedLead): Partial<LeadEdit> {
  return Object.assign({}, ...edits) as Partial<LeadEdit>;
}

/**
 * True if the rejected edits could be applied again, in order, to the current lead.
 * @param today the day in the company's region
 */
export function canRetry(lead: LeadDocument, today: string): boolean {
  if (lead.state !== 'refused' || lead.edits.length === 0 || isLeadUnavailable(lead)) return false;
  let currentLead = lead;
  for (const edit of lead.edits) {
    if (validateLeadEdit(currentLead, edit, today)) return false;
    currentLead = applyLeadChanges(currentLead, edit);
  }
  return true;
}
