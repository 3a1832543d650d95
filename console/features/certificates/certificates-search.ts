import * as v from 'valibot';
import { certificateVerdicts } from '#schemas/operator/certificate-calls.ts';
import { urlChoice, urlText } from '#console/parts/url-state.ts';

/** State of the list of certificates in the address. */
export const certificatesSearch = v.object({
  search: urlText(100),
  verdict: urlChoice(certificateVerdicts),
  sort: urlChoice(['at', '-at']),
  hide: urlText(),
});

/** State of a certificate in the address. */
export const certificateSearch = v.object({ tab: urlText(40) });
