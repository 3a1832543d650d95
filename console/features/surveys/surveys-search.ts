import * as v from 'valibot';
import { urlChoice, urlText } from '#console/parts/url-state.ts';

/** State of the list in the address. */
export const surveysSearch = v.object({ hide: urlText(), panel: urlChoice(['new']) });

/** State of a survey in the address. */
export const surveySearch = v.object({ tab: urlText(40) });
