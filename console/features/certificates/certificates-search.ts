import * as v from 'valibot';
import { certificateVerdicts } from '#schemas/operator/list-choices.ts';
import { listEntries, urlChoice, urlText } from '#console/parts/url-state.ts';

/** Search parameters of the list of certificates. */
export const certificatesSearch = v.object({
  search: urlText(100),
  verdict: urlChoice(certificateVerdicts),
  sort: urlChoice(['at', '-at']),
  ...listEntries,
});

/** Search parameters of a certificate. */
export const certificateSearch = v.object({ tab: urlText(40) });
