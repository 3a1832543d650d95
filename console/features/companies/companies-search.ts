import * as v from 'valibot';
import { ledgerParts } from '#schemas/operator/company-calls.ts';
import { listEntries, urlChoice, urlText } from '#console/parts/url-state.ts';

/** Search parameters of the list of companies. */
export const companiesSearch = v.object({
  search: urlText(100),
  verification: urlChoice(['verified', 'open', 'refused']),
  overdue: urlChoice(['1']),
  active: urlChoice(['0', '1', '2']),
  leads: urlChoice(['0', '1']),
  type: v.fallback(v.optional(v.pipe(v.string(), v.regex(/^\d{1,6}$/))), undefined),
  region: urlText(3),
  sort: urlChoice(['name', '-name', 'created_at', '-created_at']),
  ...listEntries,
});

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
