import fc from 'fast-check';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { urlOf } from '#console/data/call-operator.ts';
import { auditQuery, auditSearch } from '#console/features/audit/audit-search.ts';
import { sessionEnd } from '#console/data/session.ts';
import { matchingActions } from '#console/parts/palette/palette.tsx';
import { parseSearch, searchText } from '#console/parts/url-state.ts';
import { DAY_MS, MINUTE_MS } from '#schemas/durations.ts';

test('a URL contains the parameters and the filters that are set', () => {
  expect(
    urlOf({ path: '/operator/v1/audit' }, { query: { record: 'a b&c', from: undefined } }),
  ).toBe('/api/operator/v1/audit?record=a+b%26c');
  expect(urlOf({ path: '/operator/v1/operators/{id}' }, { params: { id: '../x' } })).toBe(
    '/api/operator/v1/operators/..%2Fx',
  );
});

test('any URL is parsed to a valid state, and a state that was written to a URL is parsed unchanged', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.constantFrom('kind', 'record', 'from', 'open', 'x'), fc.string()),
      (given) => {
        const state = v.parse(auditSearch, parseSearch(searchText(given)));
        expect(v.parse(auditSearch, parseSearch(searchText(state)))).toEqual(
          Object.fromEntries(Object.entries(state).filter(([, value]) => value !== '')),
        );
      },
    ),
  );
});

test('the last day of a filter is included', () => {
  const { from, until } = auditQuery({ from: '2026-11-28', until: '2026-11-28' }, undefined);
  expect(Date.parse(until ?? '') - Date.parse(from ?? '')).toBe(DAY_MS);
  const lastDay = auditQuery({ until: '2026-12-31' }, undefined);
  expect(lastDay.until).toBe(new Date(2027, 0, 1).toISOString());
});

test('the country chosen in the header doesn’t hide sign-ins, since they have no country', () => {
  expect(auditQuery({ kind: 'sign_in' }, 11).region).toBeUndefined();
  expect(auditQuery({ kind: 'act' }, 11).region).toBe(11);
});

test('the command palette finds words in any order, and ignores case and accents', () => {
  const action = (title: string) => ({ id: title, title, run: () => undefined });
  const actions = [action('Zamówienia łączne'), action('Audit'), action('Ciemny motyw')];
  const found = (input: string) => matchingActions(actions, input).map(({ title }) => title);
  expect(found('laczne zamow')).toEqual(['Zamówienia łączne']);
  expect(found('AUDIT')).toEqual(['Audit']);
  expect(found('')).toHaveLength(3);
  expect(found('x')).toEqual([]);
});

test('a session ends when it is idle, and never after its absolute limit', () => {
  const expires_at = new Date(100 * MINUTE_MS).toISOString();
  expect(sessionEnd({ expires_at }, 40 * MINUTE_MS)).toEqual({
    at: 40 * MINUTE_MS,
    isExtendable: true,
  });
  expect(sessionEnd({ expires_at }, 110 * MINUTE_MS)).toEqual({
    at: 100 * MINUTE_MS,
    isExtendable: false,
  });
});
