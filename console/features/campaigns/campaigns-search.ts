import * as v from 'valibot';
import { listEntries, urlChoice, urlText } from '#console/parts/url-state.ts';

/** Search parameters of the list. */
export const campaignsSearch = v.object({
  state: urlChoice(['upcoming', 'running', 'grace', 'ended']),
  /** Only campaigns with a nearly used-up budget. */
  near: urlChoice(['1']),
  ...listEntries,
  panel: urlChoice(['new']),
});

/** Search parameters of a campaign. */
export const campaignSearch = v.object({ tab: urlText(40) });
