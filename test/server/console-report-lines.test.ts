import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { operatorCalls } from '#schemas/operator/operator-calls.ts';
import { regionIdOf } from '#schemas/regions.ts';
import { leadRequest } from './console-examples.ts';
import { type ReviewConsole, startReviewConsole } from './console-review-setup.ts';
import { grantsOf } from './console-setup.ts';
import { enableLeads, newLead } from './lead-setup.ts';
import { addPoints, lineOf, newProduct, placeOrder } from './order-setup.ts';
import { type AccountKey, accounts } from './test-accounts.ts';

const poland = regionIdOf('PL');
/** January 2030 in Poland. */
const january = { from: '2029-12-31T23:00:00.000Z', until: '2030-01-31T23:00:00.000Z' };
/** The last moment before January, the first and the last one in it, and the first one after it. */
const times = [
  '2029-12-31T22:59:59.999Z',
  january.from,
  '2030-01-31T22:59:59.999Z',
  january.until,
] as const;

let server: ReviewConsole;
let token: string;
beforeAll(async () => {
  server = await startReviewConsole();
  token = await server.startSession(await server.addOperator(grantsOf('country_lead', [poland])));
});
afterAll(() => server.close());

/** The Polish companies. One is registered at the first of the times, and the other at the second. */
const companyIds = [accounts.polishOwner.companyId, accounts.decorOwner.companyId];

/** Changes when a record was created to one of the times. */
const setTime = (table: string, column: string, id: string, index: number) =>
  sql`update ${sql.table(table)} set created_at = ${times[index]} where ${sql.ref(column)} = ${id}`.execute(
    server.db,
  );

/** Adds an order, a lead, a request and a product for each of the times. */
async function addRecords(): Promise<void> {
  const { variant } = await newProduct(server, { stock: 10 });
  const app = {
    ...server,
    tokenOf: async (account: AccountKey) => (await server.signInAs(account)).token,
  };
  await addPoints(server, 'polishOwner', 1000);
  await enableLeads(server, 'polishOwner');
  for (const time of times) {
    await placeOrder(app, 'polishOwner', [lineOf(variant, 10, 1)]);
    await newLead(server, 'polishOwner');
    const request = { ...leadRequest, postal_code: '31-007', phone: '600 100 203', message: time };
    await server.operate(
      operatorCalls.createLeadRequest,
      { body: { region: poland, request, why: 'agreed by phone' } },
      token,
    );
  }
  await server.newSubmittedProject(times.length);
  for (const table of ['orders', 'leads', 'lead_requests', 'scans'] as const) {
    const rows = await server.db.selectFrom(table).select('uuid').execute();
    expect(rows).toHaveLength(times.length);
    for (const [index, { uuid }] of rows.entries()) await setTime(table, 'uuid', uuid, index);
  }
  for (const [index, id] of companyIds.entries()) {
    await setTime('companies', 'id', id, index);
    // This copy is written only once.
    await setTime('company_search', 'company_id', id, index);
  }
}

test('the lists of a report’s period have as many records as its figures', async () => {
  await addRecords();
  const region = poland;
  const { result } = await server.operate(
    operatorCalls.readReport,
    { query: { region, period: '2030-01' } },
    token,
  );
  const figureOf = (name: string, figure: string) =>
    result.subjects
      .find(({ subject }) => subject === name)
      ?.figures.find((one) => one.figure === figure)?.value;
  const { from, until } = january;
  const period = { region, from, until };
  const { listCompanies, listOrders, listLeads, listLeadRequests, listScannedProducts } =
    operatorCalls;
  const [companies, orders, leads, requests, products] = await Promise.all([
    server.operate(listCompanies, { query: period }, token),
    server.operate(listOrders, { query: period }, token),
    server.operate(listLeads, { query: { region, since: from, before: until } }, token),
    server.operate(listLeadRequests, { query: period }, token),
    server.operate(listScannedProducts, { query: period }, token),
  ]);
  const figures = {
    companies: figureOf('companies', 'registered'),
    orders: figureOf('orders', 'placed'),
    leads: figureOf('leads', 'offered'),
    requests: figureOf('leads', 'requests'),
    products: figureOf('products', 'added'),
  };
  expect(figures).toEqual({ companies: 1, orders: 2, leads: 2, requests: 2, products: 2 });
  expect({
    companies: companies.result.meta.total,
    orders: orders.result.meta.total,
    leads: leads.result.meta.total,
    requests: requests.result.meta.total,
    products: products.result.meta.total,
  }).toEqual(figures);
});
