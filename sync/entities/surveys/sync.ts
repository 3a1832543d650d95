import { surveyCalls } from '#schemas/api/survey-calls.ts';
import type { EntitySync } from '#sync/engine/entity-sync.ts';
import type { WireRequest } from '#sync/engine/wire-format.ts';
import { nextSurvey, type SurveyEvent } from './machine.ts';

/** Sync of survey invitations. */
export const surveySync: EntitySync<'surveys', WireRequest<'updateSurvey'>, SurveyEvent> = {
  next: nextSurvey,
  listCall: surveyCalls.listSurveys,
  async send(request, sender) {
    return { type: 'accepted', edit: request.edit, invitation: await sender.send(request) };
  },
};
