import * as v from 'valibot';
import { defineCall, idParams, listEntries, listResult } from './call.ts';
import { surveyInvitation, surveyInvitationEdit } from '../survey-invitation.ts';
import { uuid } from '../primitives.ts';

/** Surveys at the provider's site that a user is invited to (spec 1 §7). */
export const surveyCalls = {
  listSurveys: defineCall({
    id: 'listSurveys',
    method: 'GET',
    path: '/v1/survey',
    summary:
      'List your open surveys, newest first. With `since`, only changed ones, oldest change first.',
    query: v.object(listEntries),
    result: listResult(surveyInvitation),
    errors: ['checkpoint_stale'],
  }),
  updateSurvey: defineCall({
    id: 'updateSurvey',
    method: 'PATCH',
    path: '/v1/survey/{id}',
    summary: 'Record that a survey was opened, postponed or completed. The last edit wins.',
    params: idParams,
    body: surveyInvitationEdit,
    result: surveyInvitation,
  }),
  completeSurvey: defineCall({
    id: 'completeSurvey',
    method: 'POST',
    path: '/v1/survey/{id}',
    summary: 'Complete a survey, so it’s no longer shown.',
    params: idParams,
    body: v.object({ op_id: v.optional(uuid) }),
    result: surveyInvitation,
  }),
  declineSurvey: defineCall({
    id: 'declineSurvey',
    method: 'DELETE',
    path: '/v1/survey/{id}',
    summary: 'Decline a survey, so it’s never shown again.',
    params: idParams,
    result: surveyInvitation,
  }),
};
