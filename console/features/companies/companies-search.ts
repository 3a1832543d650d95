import * as v from 'valibot';
import type { QueryOf } from '#schemas/api/call.ts';
import { type companyCalls, ledgerParts } from '#schemas/operator/company-calls.ts';
import { day } from '#schemas/primitives.ts';
import type { RegionId } from '#schemas/regions.ts';
import { dayQuery } from '#console/parts/list-days.ts';
import {
  listEntries,
  searchQuery,
  urlChoice,
  urlNumber,
  urlText,
} from '#console/parts/url-state.ts';

const optionalDay = v.fallback(v.optional(day), undefined);

/** Search parameters of the list of companies. */
export const companiesSearch = v.object({
  search: urlText(100),
  verification: urlChoice(['verified', 'open', 'refused']),
  overdue: urlChoice(['1']),
  active: urlChoice(['0', '1', '2']),
  leads: urlChoice(['0', '1']),
  type: v.fallback(v.optional(v.pipe(v.string(), v.regex(/^\d{1,6}$/))), undefined),
  region: urlText(3),
  from: optionalDay,
  until: optionalDay,
  sort: urlChoice(['name', '-name', 'created_at', '-created_at']),
  ...listEntries,
});
type CompaniesSearch = v.InferOutput<typeof companiesSearch>;

/** Returns the default sort: as a queue for companies to verify, and by registration for companies of a period. */
export const defaultSortOf = ({ verification, from, until }: CompaniesSearch) =>
  verification === 'open' || from || until ? 'created_at' : 'name';

/** Returns the query for the list call. The last day is included. */
export function companiesQuery(
  search: CompaniesSearch,
  region: RegionId | undefined,
): QueryOf<typeof companyCalls.listCompanies> {
  const { verification, overdue, active, leads, type, from, until, sort } = search;
  return {
    search: searchQuery(search.search),
    verification,
    overdue: overdue && 1,
    active: active && ({ 0: 0, 1: 1, 2: 2 } as const)[active],
    leads: leads && ({ 0: 0, 1: 1 } as const)[leads],
    company_type: urlNumber(type),
    ...dayQuery(region, { from, until }),
    sort: sort ?? defaultSortOf(search),
    region,
  };
}

/** Search parameters of a company's file. */
export const companySearch = v.object({
  tab: urlText(40),
  /** `1` while working through the queue. */
  queue: urlChoice(['1']),
  /** Year whose points are shown. */
  year: v.fallback(v.optional(v.pipe(v.string(), v.regex(/^20\d\d$/))), undefined),
  /** Part of the balance whose ledger entries are listed. For the opening balance, these are from before the year. */
  part: urlChoice(['opening', ...ledgerParts]),
});
