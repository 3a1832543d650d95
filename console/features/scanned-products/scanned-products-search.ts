import * as v from 'valibot';
import { uuid } from '#schemas/primitives.ts';
import { urlChoice, urlText } from '#console/parts/url-state.ts';

const optionalId = v.fallback(v.optional(uuid), undefined);

/** Search parameters of the list of scanned products; `open` is the product shown in the panel. */
export const scannedProductsSearch = v.object({
  serial: urlText(60),
  state: urlChoice(['returned']),
  company: optionalId,
  project: optionalId,
  hide: urlText(),
  open: optionalId,
});
