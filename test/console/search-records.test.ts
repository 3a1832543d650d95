import { afterEach, expect, test, vi } from 'vitest';
import type { OperatorCall } from '#schemas/operator/operator-call.ts';
import {
  operatorRights,
  type OperatorRoleName,
  regionsWithRight,
} from '#schemas/operator/operator-rights.ts';
import { regionIdOf } from '#schemas/regions.ts';
import { searchRecords } from '#console/app/search-records.ts';
import { callOperator } from '#console/data/call-operator.ts';
import type { OperatorSession } from '#console/data/session.ts';

vi.mock('#console/data/call-operator.ts', () => ({ callOperator: vi.fn() }));
afterEach(() => vi.clearAllMocks());

const id = '5f0c9c3e-6f43-4f1e-9d64-2b6f0d5a7c11';
const rowsOf: Readonly<Record<string, readonly object[]>> = {
  listChats: [{ uuid: id, title: 'Label', company_name: 'Dachy Nowak' }],
  listCards: [{ id, digits: '4711', company: { name: 'Dachy Nowak' } }],
  listScannedProducts: [{ id, serial_number: '24A00001-0001', company: { name: 'Dachy Nowak' } }],
  listShopVariants: [{ product: { id, name: 'Jacket' } }, { product: { id, name: 'Jacket' } }],
};

/** Searches with a role, and returns the found records and the queries of each call. */
async function searchAs(role: OperatorRoleName, search: string, failingCall?: string) {
  const queries: (readonly [string, unknown])[] = [];
  vi.mocked(callOperator).mockImplementation(async (call: OperatorCall, { query }) => {
    queries.push([call.id, query]);
    if (call.id === failingCall) throw new Error('The request failed.');
    return { data: rowsOf[call.id] ?? [] } as never;
  });
  const grants = [{ role, regions: [regionIdOf('PL')] }];
  const rights = operatorRights
    .map((right) => ({ right, regions: regionsWithRight(grants, right) }))
    .filter(({ regions }) => regions.length > 0);
  const session = { rights } as unknown as OperatorSession;
  const found = await searchRecords(session, { search, limit: 5 }, new AbortController().signal);
  return { ...found, queries, calls: queries.map(([call]) => call).toSorted() };
}

test('each kind that the operator may read is searched with one bounded request', async () => {
  const { calls, queries, records } = await searchAs('viewer', 'dach 12');
  expect(calls).toEqual([
    ...['listCertificates', 'listChats', 'listContents'],
    ...['listLeadRequests', 'listLeads', 'listPeople', 'listShopVariants'],
  ]);
  for (const [, query] of queries) expect(query).toMatchObject({ search: 'dach 12', limit: 5 });
  expect(records).toEqual([
    {
      ...{ kind: 'chats', id, title: 'Label, Dachy Nowak' },
      href: `/support?view=all&open=${id}`,
    },
    // The product is listed once, although two of its variants were found.
    { kind: 'products', id, title: 'Jacket', href: `/shop/${id}` },
  ]);
});

test('an editor only finds news, and certificates are only found by a number', async () => {
  expect((await searchAs('editor', 'roof 12')).calls).toEqual(['listContents']);
  expect((await searchAs('reviewer', 'dachy')).calls).toEqual(['listPeople']);
  expect((await searchAs('reviewer', '2026/12')).calls).toEqual(['listCertificates', 'listPeople']);
});

test('a scanned product is found by its whole serial number, and a card by its last digits', async () => {
  const { records, queries } = await searchAs('finance', '24A000010001');
  expect(queries).toContainEqual(['listScannedProducts', { serial: '24A000010001', limit: 5 }]);
  expect(records).toContainEqual({
    ...{ kind: 'scanned', id, title: '24A00001-0001, Dachy Nowak' },
    href: `/scanned-products?open=${id}`,
  });
  const card = { kind: 'cards', id, title: '•••• 4711, Dachy Nowak', href: `/cards/${id}` };
  expect((await searchAs('finance', '4711')).records).toContainEqual(card);
  const { calls } = await searchAs('finance', 'dachy 4711');
  expect(calls).not.toContain('listCards');
  expect(calls).not.toContain('listScannedProducts');
  expect((await searchAs('reviewer', '24A000010001')).calls).not.toContain('listScannedProducts');
});

test('if the search of one kind fails, the other kinds are found, and the result is marked as incomplete', async () => {
  const { records, isIncomplete } = await searchAs('viewer', 'label', 'listLeads');
  expect(records.map(({ kind }) => kind)).toEqual(['chats', 'products']);
  expect(isIncomplete).toBe(true);
  expect((await searchAs('viewer', 'label')).isIncomplete).toBe(false);
});
