import * as v from 'valibot';
import { uuid } from '#schemas/primitives.ts';
import { listEntries, urlChoice } from '#console/parts/url-state.ts';

/** Search parameters of the list of approvals. */
export const approvalsSearch = v.object({
  state: urlChoice(['approved', 'rejected', 'void', 'all']),
  ...listEntries,
  /** Id of the approval whose details are shown. */
  open: v.fallback(v.optional(uuid), undefined),
  /** `1` while working through the queue. */
  queue: urlChoice(['1']),
});
