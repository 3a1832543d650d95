import { afterAll, beforeAll, expect, test } from 'vitest';
import { companyCalls } from '#schemas/operator/company-calls.ts';
import { type OperatorGrant } from '#schemas/operator/operator-rights.ts';
import { regionIdOf } from '#schemas/regions.ts';
import { grantsOf, startConsole, type TestConsole } from './console-setup.ts';

const poland = regionIdOf('PL');
const recordTables = {
  projects: 'projects',
  products: 'scans',
  orders: 'orders',
  leads: 'leads',
  certificates: 'warranty_certificates',
  chats: 'support_chats',
} as const;
type Kind = keyof typeof recordTables;
const kinds = Object.keys(recordTables) as Kind[];

let server: TestConsole;
beforeAll(async () => {
  server = await startConsole({ demo: true, variables: { RATE_LIMIT_FACTOR: '100000' } });
});
afterAll(() => server.close());

const signIn = async (role: OperatorGrant['role']) =>
  server.startSession(await server.addOperator(grantsOf(role, [poland])));
const read = (
  id: string,
  kind: Kind,
  token: string,
  page: { limit?: number; cursor?: string } = {},
) =>
  server.operate(
    companyCalls.listCompanyRecords,
    { params: { id }, query: { kind, ...page } },
    token,
  );

/** The Polish company with the most records of a kind. */
async function findRichestCompany(kind: Kind): Promise<{ id: string; count: number }> {
  const { company_id: id, count } = await server.db
    .selectFrom(recordTables[kind])
    .innerJoin('companies', 'companies.id', 'company_id')
    .select(['company_id', ({ fn }) => fn.countAll<number>().as('count')])
    .where('regions_id', '=', poland)
    .where('deleted', '=', false)
    .groupBy('company_id')
    .orderBy('count', 'desc')
    .executeTakeFirstOrThrow();
  return { id, count: Number(count) };
}

test.each(kinds)('a case file shows all %s of a company, page by page', async (kind) => {
  const { id, count } = await findRichestCompany(kind);
  const lead = await signIn('country_lead');
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const { result } = await read(id, kind, lead, { limit: 3, ...(cursor && { cursor }) });
    expect(result.meta.total).toBe(count);
    ids.push(...result.data.map((row) => row.id));
    cursor = result.meta.next ?? undefined;
  } while (cursor !== undefined);
  expect(ids).toHaveLength(count);
  expect(new Set(ids).size).toBe(count);
});

test('records require the right of their kind, and names are hidden without personal data', async () => {
  const { id } = await findRichestCompany('projects');
  const reviewer = await signIn('reviewer');
  for (const kind of ['orders', 'leads', 'chats'] as const)
    expect((await read(id, kind, reviewer)).code).toBe('forbidden');
  const hiddenResponse = await read(id, 'projects', reviewer);
  expect(
    hiddenResponse.result.data.map(({ label }) => label).filter((label) => label !== null),
  ).toEqual([]);
  const shownResponse = await read(id, 'projects', await signIn('country_lead'));
  expect(shownResponse.result.data.filter(({ label }) => label !== null).length).toBeGreaterThan(0);
});

test('points of projects and products are missing without the right to read points', async () => {
  const pointsOf = async (kind: Kind, role: OperatorGrant['role']) => {
    const { id } = await findRichestCompany(kind);
    const { result } = await read(id, kind, await signIn(role));
    return result.data.map(({ points }) => points).filter((points) => points !== null);
  };
  for (const kind of ['projects', 'products'] as const) {
    expect((await pointsOf(kind, 'sales')).length).toBeGreaterThan(0);
    expect(await pointsOf(kind, 'reviewer')).toEqual([]);
  }
  expect((await pointsOf('orders', 'finance')).length).toBeGreaterThan(0);
});
