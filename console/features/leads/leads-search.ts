import * as v from 'valibot';
import type { QueryOf } from '#schemas/api/call.ts';
import { leadGroups, leadRequestStates, leadStatuses } from '#schemas/lead-status.ts';
import type { leadCalls } from '#schemas/operator/lead-calls.ts';
import { day, uuid } from '#schemas/primitives.ts';
import type { RegionId } from '#schemas/regions.ts';
import { dayQuery, startOfDayIn } from '#console/parts/list-days.ts';
import { listEntries, searchQuery, urlChoice, urlText } from '#console/parts/url-state.ts';

const urlDay = v.fallback(v.optional(day), undefined);

/** Search parameters of the list of requests. */
export const requestsSearch = v.object({
  search: urlText(100),
  /** Default: waiting requests. */
  state: urlChoice([...leadRequestStates, 'all']),
  overdue: urlChoice(['1']),
  from: urlDay,
  until: urlDay,
  region: urlText(3),
  ...listEntries,
  /** The open panel. */
  panel: urlChoice(['new', 'tokens']),
});

/** Returns the query for the list call. The last day is included. */
export function requestsQuery(
  { search, state = 'waiting', overdue, from, until }: v.InferOutput<typeof requestsSearch>,
  region: RegionId | undefined,
): QueryOf<typeof leadCalls.listLeadRequests> {
  return {
    search: searchQuery(search),
    state: state === 'all' ? undefined : state,
    overdue: overdue && 1,
    region,
    ...dayQuery(region, { from, until }),
  };
}

/** Search parameters of the list of leads. */
export const leadsSearch = v.object({
  search: urlText(100),
  group: urlChoice(leadGroups),
  status: urlChoice(leadStatuses),
  since: urlDay,
  before: urlDay,
  region: urlText(3),
  company: v.fallback(v.optional(uuid), undefined),
  sort: urlChoice(['created_at', '-created_at']),
  ...listEntries,
});

/** Returns the query for the list call. */
export function leadsQuery(
  { search, group, status, since, before, company, sort }: v.InferOutput<typeof leadsSearch>,
  region: RegionId | undefined,
): QueryOf<typeof leadCalls.listLeads> {
  return {
    ...{ group, status, company, sort, region },
    search: searchQuery(search),
    since: since && startOfDayIn(region, since),
    before: before && startOfDayIn(region, before),
  };
}

/** Search parameters of a record. */
export const recordSearch = v.object({
  tab: urlText(40),
  /** `1` while working through the queue of requests. */
  queue: urlChoice(['1']),
});
