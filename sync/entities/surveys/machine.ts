import { surveyFromWire } from '#schemas/from-wire.ts';
import type { SurveyInvitation, SurveyInvitationDocument } from '#schemas/survey-invitation.ts';
import { applySurveyAction, type SurveyTiming, type SurveyAction } from '#schemas/survey-status.ts';
import { type EngineEvent, isLostOnServer } from '#sync/engine/entity-sync.ts';
import type { SurveyRow } from './survey-row.ts';

/** Events of a survey invitation. */
export type SurveyEvent =
  /** The user opened, postponed, completed or declined the survey (spec 1 §4). */
  | {
      readonly type: 'step_taken';
      readonly step: SurveyAction;
      readonly opId: string;
      readonly at: number;
    }
  /** The user undid the last step. */
  | { readonly type: 'undone'; readonly previous: SurveyTiming; readonly opId: string }
  | { readonly type: 'accepted'; readonly edit: string; readonly invitation: SurveyInvitation };

/**
 * Returns the invitation after an event; the same object if nothing changes. Pure, and the only writer of
 * `state`.
 */
export function nextSurvey(
  row: SurveyRow,
  event: SurveyEvent | EngineEvent<SurveyInvitationDocument>,
): SurveyRow {
  switch (event.type) {
    case 'step_taken':
      return {
        ...row,
        ...applySurveyAction(row, event.step, event.at),
        op_id: event.opId,
        state: 'waiting',
      };
    case 'undone':
      return { ...row, ...event.previous, op_id: event.opId, state: 'waiting' };
    case 'accepted': {
      const { invitation } = event;
      if (row.op_id !== event.edit || row.state !== 'waiting') return row;
      return { ...surveyFromWire(invitation), deleted: invitation.deleted };
    }
    case 'rejected':
      // The step stays on this device, so there is no rejection to show.
      return row.op_id === event.edit ? { ...row, state: 'synced' } : row;
    case 'pulled':
      return mergeRows(row, event.row);
    case 'restored':
      if (row.deleted || !isLostOnServer(row, event.server)) return row;
      return event.server === null
        ? { ...row, state: 'synced', deleted: true }
        : { ...row, state: 'waiting' };
  }
}

/** Merges a pulled invitation with an unsent step. */
function mergeRows(local: SurveyRow, pulledRow: SurveyRow): SurveyRow {
  if (local.state !== 'waiting' || pulledRow.deleted || pulledRow.op_id === local.op_id)
    return pulledRow;
  const { interacted_at, delayed_to, op_id, state } = local;
  return { ...pulledRow, interacted_at, delayed_to, op_id, state };
}
