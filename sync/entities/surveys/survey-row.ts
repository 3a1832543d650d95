import type { SurveyInvitationDocument } from '#schemas/survey-invitation.ts';
import type { WireFormat, WireRequest } from '#sync/engine/wire-format.ts';

/** An invitation with its tombstone flag. */
export type SurveyRow = SurveyInvitationDocument & { readonly deleted: boolean };

/** Sends the user's last step. */
export const surveyWire: WireFormat<SurveyRow, WireRequest<'updateSurvey'>> = {
  nextRequest({ uuid, op_id, deleted, state, interacted_at, delayed_to }) {
    if (deleted || state !== 'waiting') return null;
    const body = { op_id, interacted_at, delayed_to };
    return { call: 'updateSurvey', edit: op_id, params: { id: uuid }, body };
  },
  afterRequest: () => null,
};
