import * as v from 'valibot';
import { uuid } from '#schemas/primitives.ts';
import { listEntries, urlChoice, urlText } from '#console/parts/url-state.ts';

/** Search parameters of the list of people. */
export const peopleSearch = v.object({
  search: urlText(100),
  active: urlChoice(['0', '1']),
  role: urlChoice(['3', '4', '7', '8']),
  /** Id of a company, to list only its people. */
  company: v.fallback(v.optional(uuid), undefined),
  sort: urlChoice(['name', '-name', 'created_at', '-created_at']),
  ...listEntries,
});

/** Search parameters of a person's record. */
export const personSearch = v.object({ tab: urlText(40) });
