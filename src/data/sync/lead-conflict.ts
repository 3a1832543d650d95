/** What became of edits that the server would not take, and what can be done about them. Pure. */
import { type LeadDocument, withChanges } from '#schemas/lead.ts';
import { editProblem, type EditPart, type LeadEdit, partsOf } from '#schemas/lead-edit.ts';

type RejectedLead = Pick<LeadDocument, 'state' | 'refusal' | 'edits'>;

/** Whether somebody else changed the lead first, or the server had another reason. */
export function isConflict({ refusal }: RejectedLead): boolean {
  return ['lead_moved_on', 'move_not_allowed', 'conflict'].includes(refusal?.code ?? '');
}

/** Whether the lead itself is not there any more for this company. */
export function isLeadUnavailable({ refusal }: RejectedLead): boolean {
  return refusal?.code === 'lead_not_found';
}

/** Whether it was moved, as opposed to its notes, date or address being changed. */
export function wasMoved(lead: RejectedLead): boolean {
  return isConflict(lead) && lead.refusal?.code !== 'conflict';
}

/** The parts that the refused edits would have changed, each once, in the order they were made. */
export function rejectedParts({ edits }: RejectedLead): EditPart[] {
  return [...new Set(edits.flatMap(partsOf))];
}

/** The last word of the refused edits on each of their fields. */
export function rejectedChanges({ edits }: RejectedLead): Partial<LeadEdit> {
  return Object.assign({}, ...edits) as Partial<LeadEdit>;
}

/**
 * Whether the refused edits could be made again, one after the other, on the lead as it is now.
 * @param today the day in the company's region
 */
export function canRetry(lead: LeadDocument, today: string): boolean {
  if (lead.state !== 'refused' || lead.edits.length === 0 || isLeadUnavailable(lead)) return false;
  let subject = lead;
  for (const edit of lead.edits) {
    if (editProblem(subject, edit, today)) return false;
    subject = withChanges(subject, edit);
  }
  return true;
}
