import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Call } from '#schemas/api/call.ts';
import { allCalls, calls } from '#schemas/api/calls.ts';
import { type DemoAccountKey, demoAccounts } from '#server/demo/accounts.ts';
import {
  readCompanyData,
  foreignIdsIn,
  idsOfCompany,
  listInput,
  isTestable,
  type OwnedId,
  requestWith,
} from './company-records.ts';
import { requestOf, startTestApp, type TestApp, type TestInput } from './test-app.ts';

const owner = demoAccounts.polishOwner;
/** An owner, a decor owner and decor staff of other companies, some of them in the same country. */
const otherAccounts: readonly DemoAccountKey[] = ['czechOwner', 'decorOwner', 'decorStaff'];
const withId = allCalls.filter((call) => call.path.includes('{'));
const lists = allCalls.filter(
  (call) => call.method === 'GET' && call.access === 'session' && !call.path.includes('{'),
);

let server: TestApp;
let ids: OwnedId[];
/** The company's data before the current test. */
let companyData: Awaited<ReturnType<typeof readCompanyData>>;
const tokens = new Map<DemoAccountKey, string>();

beforeAll(async () => {
  server = await startTestApp({
    variables: { RATE_LIMIT_FACTOR: '100000' },
    demo: true,
  });
  await server.signInByEmail(owner.email, owner.region);
  ids = await idsOfCompany(server.db, owner.companyId);
  for (const key of [...otherAccounts, 'polishStaff' as const]) {
    const { email, region } = demoAccounts[key];
    tokens.set(key, (await server.signInByEmail(email, region)).token);
  }
  companyData = await readCompanyData(server.db, owner.companyId);
});

/**
 * Splits the ids of each kind among the accounts. If a kind has fewer ids than there are accounts, every account gets
 * all of them.
 */
function idsFor(account: number): OwnedId[] {
  return [...Map.groupBy(ids, ({ kind }) => kind).values()].flatMap((ofKind) =>
    ofKind.length < otherAccounts.length
      ? ofKind
      : ofKind.filter((_id, index) => index % otherAccounts.length === account),
  );
}
afterAll(() => server.close());

describe.each(otherAccounts)('security 10, 17: %s', (key) => {
  test.each(withId.map((call) => [call.id, call] as const))(
    'gets 404 from %s for ids of every kind of another company',
    async (_id, call) => {
      const testedIds = idsFor(otherAccounts.indexOf(key)).filter((ownedId) =>
        isTestable(call, ownedId),
      );
      for (const { kind, id } of testedIds) {
        const response = await server.app.inject(requestWith(call, id, tokens.get(key) ?? ''));
        expect({ kind, status: response.statusCode }).toEqual({ kind, status: 404 });
      }
      const before = companyData;
      companyData = await readCompanyData(server.db, owner.companyId);
      expect(companyData).toEqual(before);
    },
  );

  test('gets 404 for a photo of another company', async () => {
    for (const { id } of ids.filter(({ kind }) => kind === 'photo')) {
      const response = await server.app.inject({
        url: `/files/photo/${id}`,
        headers: { authorization: `Bearer ${tokens.get(key)}` },
      });
      expect(response.statusCode).toBe(404);
    }
  });

  test('gets 404 for an order file of another company', async () => {
    for (const { id } of ids.filter(({ kind }) => kind === 'order file')) {
      const response = await server.app.inject({
        url: `/files/order/${id}`,
        headers: { authorization: `Bearer ${tokens.get(key)}` },
      });
      expect(response.statusCode).toBe(404);
    }
  });

  test('finds nothing of another company in any list', async () => {
    for (const call of lists) {
      const query = listInput(call, { ownCompanyId: demoAccounts[key].companyId, foreign: ids });
      const response = await server.app.inject(
        requestOf(call, { query } as TestInput<Call>, tokens.get(key) ?? ''),
      );
      expect(foreignIdsIn(response.body, ids)).toEqual([]);
    }
  });
});

test('staff of the company can access its data', async () => {
  const project = ids.find(({ kind }) => kind === 'project')?.id ?? '';
  const response = await server.call(
    calls.getProject,
    { params: { id: project } },
    tokens.get('polishStaff'),
  );
  expect(response.status).toBe(200);
});
