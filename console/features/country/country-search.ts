import * as v from 'valibot';
import { urlText } from '#console/parts/url-state.ts';

/**
 * Search parameters of the screen for a country's first settings: the country, and the one whose settings are copied.
 */
export const firstSettingsSearch = v.object({ region: urlText(3), from: urlText(3) });

/** Search parameters of the country screen. */
export const countrySearch = v.object({ tab: urlText(40), region: urlText(3) });
