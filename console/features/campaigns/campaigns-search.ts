import * as v from 'valibot';
import { urlChoice, urlText } from '#console/parts/url-state.ts';

/** State of the list in the address. */
export const campaignsSearch = v.object({
  state: urlChoice(['upcoming', 'running', 'grace', 'ended']),
  /** Only those whose budget is nearly used. */
  near: urlChoice(['1']),
  hide: urlText(),
  panel: urlChoice(['new']),
});

/** State of a campaign in the address. */
export const campaignSearch = v.object({ tab: urlText(40) });
