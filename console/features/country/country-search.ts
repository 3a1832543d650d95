import * as v from 'valibot';
import { urlText } from '#console/parts/url-state.ts';

/** State of the screen in the address. */
export const countrySearch = v.object({ tab: urlText(40), region: urlText(3) });
