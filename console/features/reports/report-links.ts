import { addDays } from '#schemas/calendar-day.ts';
import { leadGroups } from '#schemas/lead-status.ts';
import type { OperatorRight } from '#schemas/operator/operator-rights.ts';

/** First and last day. */
interface Days {
  readonly from: string;
  readonly until: string;
}

interface CountedFigure {
  readonly subject: string;
  readonly figure: string;
  readonly period: Days;
  /** True if the period includes today. */
  readonly isCurrent: boolean;
}

interface ListLink {
  readonly path: string;
  readonly right: OperatorRight;
  /** Filters of the list, except the country. */
  readonly search: Readonly<Record<string, string | undefined>>;
}

/** Returns a link to the list of records that a figure counts; null if no list has the figure's filters. */
export function listLink({ subject, figure, period, isCurrent }: CountedFigure): ListLink | null {
  if (subject === 'points')
    return { path: '/ledger', right: 'points.read', search: ledgerSearch(figure, period) };
  const orders = subject === 'orders' ? orderSearches[figure] : undefined;
  if (orders !== undefined)
    return { path: '/orders', right: 'orders.read', search: { ...orders, ...period } };
  if (subject === 'products' && figure === 'added')
    return { path: '/scanned-products', right: 'points.read', search: { ...period } };
  if (subject === 'leads' && figure === 'requests')
    return { path: '/lead-requests', right: 'leads.read', search: { state: 'all', ...period } };
  const leads = subject === 'leads' ? leadSearches[figure] : undefined;
  if (leads !== undefined) {
    const days = { since: period.from, before: addDays(period.until, 1) };
    return { path: '/leads', right: 'leads.read', search: { ...leads, ...days } };
  }
  if (subject === 'support' && figure === 'chats')
    return { path: '/support', right: 'support.read', search: { view: 'all', ...period } };
  if (subject === 'companies' && figure === 'registered')
    return { path: '/companies', right: 'companies.read', search: { ...period } };
  // The total includes companies from before the period, so only today’s list has the same number.
  if (subject === 'companies' && figure === 'total' && isCurrent)
    return { path: '/companies', right: 'companies.read', search: {} };
  return null;
}

function ledgerSearch(figure: string, { from, until }: Days): ListLink['search'] {
  if (figure === 'opening') return { until: addDays(from, -1) };
  return figure === 'closing' ? { until } : { part: figure, from, until };
}

const orderSearches: Readonly<Record<string, ListLink['search']>> = {
  placed: {},
  in_progress: { state: 'open' },
  done: { state: 'positive' },
  rejected: { state: 'negative' },
};

const leadSearches: Readonly<Record<string, ListLink['search']>> = {
  offered: {},
  ...Object.fromEntries(leadGroups.map((group) => [group, { group }])),
};
