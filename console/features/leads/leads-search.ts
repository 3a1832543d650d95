import * as v from 'valibot';
import { leadGroups, leadStatuses } from '#schemas/lead-status.ts';
import { leadRequestStates } from '#schemas/lead-request.ts';
import { day, uuid } from '#schemas/primitives.ts';
import { urlChoice, urlText } from '#console/parts/url-state.ts';

/** Search parameters of the list of requests. */
export const requestsSearch = v.object({
  search: urlText(100),
  /** Default: waiting requests. */
  state: urlChoice([...leadRequestStates, 'all']),
  overdue: urlChoice(['1']),
  hide: urlText(),
  /** The open panel. */
  panel: urlChoice(['new', 'tokens']),
});

const urlDay = v.fallback(v.optional(day), undefined);

/** Search parameters of the list of leads. */
export const leadsSearch = v.object({
  search: urlText(100),
  group: urlChoice(leadGroups),
  status: urlChoice(leadStatuses),
  since: urlDay,
  before: urlDay,
  region: urlText(3),
  company: v.fallback(v.optional(uuid), undefined),
  hide: urlText(),
});

/** Search parameters of a record. */
export const recordSearch = v.object({ tab: urlText(40) });
