import * as v from 'valibot';
import { surveyOutcomes } from '#schemas/operator/list-choices.ts';
import { listEntries, urlChoice, urlText } from '#console/parts/url-state.ts';

/** Search parameters of the list. */
export const surveysSearch = v.object({
  sort: urlChoice(['created_at', '-created_at']),
  ...listEntries,
  panel: urlChoice(['new']),
});

/** Search parameters of a survey; `outcome` filters the invitations in its results. */
export const surveySearch = v.object({ tab: urlText(40), outcome: urlChoice(surveyOutcomes) });
