import * as v from 'valibot';
import { uuid } from '#schemas/primitives.ts';
import { listEntries, urlChoice, urlText } from '#console/parts/url-state.ts';

const optionalId = v.fallback(v.optional(uuid), undefined);

/** Search parameters of the list of scanned products; `open` is the product shown in the panel. */
export const scannedProductsSearch = v.object({
  serial: urlText(60),
  state: urlChoice(['returned']),
  company: optionalId,
  project: optionalId,
  sort: urlChoice(['at', '-at']),
  ...listEntries,
  open: optionalId,
  /** `timeline`: the timeline of the project by which the list is filtered. */
  panel: urlChoice(['timeline']),
});
