import * as v from 'valibot';
import { urlChoice, urlText } from '#console/parts/url-state.ts';

/** Search parameters of the list. */
export const surveysSearch = v.object({ hide: urlText(), panel: urlChoice(['new']) });

/** Search parameters of a survey. */
export const surveySearch = v.object({ tab: urlText(40) });
