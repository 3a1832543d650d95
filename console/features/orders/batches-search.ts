import * as v from 'valibot';
import { uuid } from '#schemas/primitives.ts';
import { vendorType } from '#schemas/vendors.ts';
import { listEntries, urlChoice } from '#console/parts/url-state.ts';

/** Search parameters of the list of batches. */
export const batchesSearch = v.object({
  type: v.fallback(v.optional(vendorType), undefined),
  sort: urlChoice(['at', '-at']),
  ...listEntries,
  panel: urlChoice(['new']),
  /** Id of the batch whose details are shown. */
  open: v.fallback(v.optional(uuid), undefined),
});
