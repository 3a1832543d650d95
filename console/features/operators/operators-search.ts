import * as v from 'valibot';
import { uuid } from '#schemas/primitives.ts';
import { listEntries, urlChoice, urlText } from '#console/parts/url-state.ts';

/** Search parameters of the list of operators. */
export const operatorsSearch = v.object({
  search: urlText(100),
  active: urlChoice(['0', '1']),
  ...listEntries,
  /** Id of the operator whose details are shown. */
  open: v.fallback(v.optional(uuid), undefined),
  /** `new` while the invitation form is open. */
  invite: urlChoice(['new']),
});
