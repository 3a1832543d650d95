import { afterSurveyStep, FAR_FUTURE } from '#schemas/survey-standing.ts';
import { companyCounter, pullPage } from '../db/changes.ts';
import { newestFirstPage } from '../db/list-page.ts';
import { type Handlers } from '../http/handler.ts';
import { editSurvey } from './edit-survey.ts';
import { surveyFromRow } from './survey-row.ts';

/** Spec 1 §9. */
const LIST_LIMIT = 10;

/** The surveys that a person is asked to answer. */
export const surveyHandlers = {
  surveys({ query, actor }, services) {
    const { page = 1, limit = LIST_LIMIT, since } = query;
    const own = services.db
      .selectFrom('survey_invitations')
      .selectAll()
      .where('user_id', '=', actor.userId)
      .where('company_id', '=', actor.companyId);
    if (since !== undefined) {
      const counter = companyCounter(services, actor.companyId);
      return pullPage(own, { since, limit }, counter, surveyFromRow);
    }
    const asked = own
      .where('deleted', '=', false)
      .where((eb) => eb.or([eb('delayed_to', 'is', null), eb('delayed_to', '<>', FAR_FUTURE)]));
    return newestFirstPage(services.db, asked, { page, limit }, surveyFromRow);
  },

  editSurvey: ({ params, body, actor }, services) =>
    editSurvey(params.id, () => body, actor, services),

  completeSurvey: ({ params, body, actor }, services) =>
    editSurvey(
      params.id,
      (now) => ({ ...body, ...afterSurveyStep(now, 'complete', services.clock.now()) }),
      actor,
      services,
    ),

  refuseSurvey: ({ params, actor }, services) =>
    editSurvey(
      params.id,
      (now) => afterSurveyStep(now, 'never', services.clock.now()),
      actor,
      services,
    ),
} satisfies Partial<Handlers>;
