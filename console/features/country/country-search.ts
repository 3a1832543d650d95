import * as v from 'valibot';
import { urlText } from '#console/parts/url-state.ts';

/** Search parameters of the screen. */
export const countrySearch = v.object({ tab: urlText(40), region: urlText(3) });
