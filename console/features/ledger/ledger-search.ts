import * as v from 'valibot';
import { ledgerParts } from '#schemas/operator/company-calls.ts';
import { pointEvents } from '#schemas/ledger.ts';
import { day, uuid } from '#schemas/primitives.ts';
import { listEntries, urlChoice, urlText } from '#console/parts/url-state.ts';

const optionalDay = v.fallback(v.optional(day), undefined);

/** Search parameters of the ledger. */
export const ledgerSearch = v.object({
  region: urlText(3),
  part: urlChoice(ledgerParts),
  event: urlChoice(pointEvents),
  company: v.fallback(v.optional(uuid), undefined),
  campaign: urlText(40),
  import: v.fallback(v.optional(uuid), undefined),
  from: optionalDay,
  until: optionalDay,
  ...listEntries,
});
