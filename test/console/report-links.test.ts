import * as v from 'valibot';
import { expect, test } from 'vitest';
import { reportFigures, type ReportSubject } from '#schemas/operator/report-calls.ts';
import { regions } from '#schemas/regions.ts';
import { readPeriods } from '#server/reports/report-period.ts';
import { screens } from '#console/app/screens.ts';
import { companiesQuery, companiesSearch } from '#console/features/companies/companies-search.ts';
import {
  leadsQuery,
  leadsSearch,
  requestsQuery,
  requestsSearch,
} from '#console/features/leads/leads-search.ts';
import { ordersQuery, ordersSearch } from '#console/features/orders/orders-search.ts';
import { dayQuery } from '#console/parts/list-days.ts';
import { supportSearch } from '#console/features/support/support-search.ts';
import { listLink } from '#console/features/reports/report-links.ts';
import {
  scannedProductsQuery,
  scannedProductsSearch,
} from '#console/features/scanned-products/scanned-products-search.ts';

const period = { from: '2026-02-01', until: '2026-02-28' };
const linkOf = (subject: ReportSubject, figure: string, isCurrent = true) =>
  listLink({ subject, figure, period, isCurrent });

const subjects = Object.keys(reportFigures) as ReportSubject[];
const linked = subjects.flatMap((subject) =>
  reportFigures[subject].flatMap((figure) => linkOf(subject, figure) ?? []),
);

test('each link opens a screen that has its filters, and requires the right to that screen', () => {
  for (const { path, right, search } of linked) {
    const screen = screens.find((each) => each.path === path);
    expect(screen?.right).toBe(right);
    const parameters = { region: '1', ...search };
    expect(screen?.search && v.parse(screen.search, parameters)).toMatchObject(parameters);
  }
});

test('leads are those offered from the first to the last day of the period', () => {
  const days = { since: '2026-02-01', before: '2026-03-01' };
  expect(linkOf('leads', 'offered')?.search).toEqual(days);
  expect(linkOf('leads', 'open')?.search).toEqual({ group: 'open', ...days });
});

test.each(regions)('the linked lists begin and end with the report in $code', ({ id, code }) => {
  const { start, end } = readPeriods(code, '2026-02').period;
  const [from, until] = [start, end].map((time) => time.toISOString());
  const searchOf = (subject: ReportSubject, figure: string) => linkOf(subject, figure)?.search;
  const orders = v.parse(ordersSearch, searchOf('orders', 'placed'));
  expect(ordersQuery(orders, id)).toMatchObject({ from, until });
  const leads = v.parse(leadsSearch, searchOf('leads', 'offered'));
  expect(leadsQuery(leads, id)).toMatchObject({ since: from, before: until });
  const requests = v.parse(requestsSearch, searchOf('leads', 'requests'));
  expect(requestsQuery(requests, id)).toMatchObject({ state: undefined, from, until });
  const companies = v.parse(companiesSearch, searchOf('companies', 'registered'));
  expect(companiesQuery(companies, id)).toMatchObject({ from, until, sort: 'created_at' });
  const products = v.parse(scannedProductsSearch, searchOf('products', 'added'));
  expect(scannedProductsQuery(products, id)).toMatchObject({ from, until });
  const chats = v.parse(supportSearch, searchOf('support', 'chats'));
  expect({ view: chats.view, ...dayQuery(id, chats) }).toEqual({ view: 'all', from, until });
});

test('the opening points are the lines before the period', () => {
  expect(linkOf('points', 'opening')?.search).toEqual({ until: '2026-01-31' });
});

test('a figure has no link if no list can show its records', () => {
  expect(linkOf('companies', 'total', false)).toBeNull();
  expect(linkOf('orders', 'points')).toBeNull();
  expect(linkOf('products', 'accepted')).toBeNull();
  expect(linkOf('projects', 'added')).toBeNull();
  expect(linkOf('support', 'messages')).toBeNull();
});
