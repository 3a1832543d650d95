import { applySurveyAction, FAR_FUTURE } from '#schemas/survey-status.ts';
import { companyCounter, pullPage } from '../db/changes.ts';
import { newestFirstPage } from '../db/list-page.ts';
import { type Handlers, type Actor } from '../http/handler.ts';
import { surveyFromRow } from './survey-row.ts';
import { randomUUID } from 'node:crypto';
import { type SurveyInvitation, type SurveyInvitationEdit } from '#schemas/survey-invitation.ts';
import { updateOwnRow } from '../db/update-own-row.ts';
import { type Services } from '../services.ts';

/** Default page size (spec 1 §9). */
const LIST_LIMIT = 10;

export const surveyHandlers = {
  listSurveys({ query, actor }, services) {
    const { page = 1, limit = LIST_LIMIT, since } = query;
    const invitations = services.db
      .selectFrom('survey_invitations')
      .selectAll()
      .where('user_id', '=', actor.userId)
      .where('company_id', '=', actor.companyId);
    if (since !== undefined) {
      const counter = companyCounter(services, actor.companyId);
      return pullPage(invitations, { since, limit }, counter, surveyFromRow);
    }
    const matchingInvitations = invitations
      .where('deleted', '=', false)
      .where((eb) => eb.or([eb('delayed_to', 'is', null), eb('delayed_to', '<>', FAR_FUTURE)]));
    return newestFirstPage(services.db, matchingInvitations, { page, limit }, surveyFromRow);
  },

  updateSurvey: ({ params, body, actor }, services) =>
    editSurvey(params.id, () => body, actor, services),

  completeSurvey: ({ params, body, actor }, services) =>
    editSurvey(
      params.id,
      (current) => ({ ...body, ...applySurveyAction(current, 'complete', services.clock.now()) }),
      actor,
      services,
    ),

  declineSurvey: ({ params, actor }, services) =>
    editSurvey(
      params.id,
      (current) => applySurveyAction(current, 'never', services.clock.now()),
      actor,
      services,
    ),
} satisfies Partial<Handlers>;

/**
 * Applies an edit to one of the person's own invitations. Idempotent.
 * Throws `not_found`, including for a colleague's invitation.
 * @param getChanges computes the edit from the current state
 */
async function editSurvey(
  uuid: string,
  getChanges: (current: SurveyInvitation) => SurveyInvitationEdit,
  actor: Actor,
  services: Pick<Services, 'db' | 'clock'>,
): Promise<SurveyInvitation> {
  const updatedInvitation = await updateOwnRow(
    'survey_invitations',
    uuid,
    (row) => {
      const { interacted_at, delayed_to } = row;
      const changes = getChanges(surveyFromRow(row));
      const edit = {
        op_id: changes.op_id ?? randomUUID(),
        interacted_at: changes.interacted_at === undefined ? interacted_at : changes.interacted_at,
        delayed_to: changes.delayed_to === undefined ? delayed_to : changes.delayed_to,
      };
      const isUnchanged =
        edit.op_id === row.op_id ||
        (edit.interacted_at === interacted_at && edit.delayed_to === delayed_to);
      return isUnchanged ? null : edit;
    },
    actor,
    services,
  );
  return surveyFromRow(updatedInvitation);
}
