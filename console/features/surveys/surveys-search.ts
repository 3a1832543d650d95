import * as v from 'valibot';
import { listEntries, urlChoice, urlText } from '#console/parts/url-state.ts';

/** Search parameters of the list. */
export const surveysSearch = v.object({
  sort: urlChoice(['created_at', '-created_at']),
  ...listEntries,
  panel: urlChoice(['new']),
});

/** Search parameters of a survey. */
export const surveySearch = v.object({ tab: urlText(40) });
