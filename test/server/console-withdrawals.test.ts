import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { companyCalls } from '#schemas/operator/company-calls.ts';
import { operatorCalls } from '#schemas/operator/operator-calls.ts';
import { regionIdOf } from '#schemas/regions.ts';
import { loadDemoSettings } from '#server/demo/load-demo-data.ts';
import { addLedgerEntries } from '#server/points/ledger.ts';
import { expirePoints } from '#server/points/expire-points.ts';
import { releaseReservedPoints } from '#server/points/reserved-points.ts';
import { grantsOf, startConsole, type TestConsole } from './console-setup.ts';
import { accounts } from './test-accounts.ts';

const poland = regionIdOf('PL');
const why = 'the number is another company’s';
const { companyId: id } = accounts.polishOwner;
const params = { id };

let server: TestConsole;
let sales: string;
beforeEach(async () => {
  await server?.close();
  server = await startConsole({ variables: { RATE_LIMIT_FACTOR: '1000000' } });
  await loadDemoSettings(server.db);
  sales = await server.startSession(await server.addOperator(grantsOf('sales', [poland])));
});
afterAll(() => server.close());

const read = async () =>
  (await server.operate(companyCalls.readCompanyFile, { params }, sales)).result;

/** Reserves welcome points, and verifies the company. */
async function verify(points: number) {
  await server.db
    .updateTable('companies')
    .set({ reserved_points: points })
    .where('id', '=', id)
    .execute();
  const { rev } = await read();
  return server.operate(companyCalls.verifyCompany, { params, body: { rev, why } }, sales);
}
async function withdraw({ token = sales, key = randomUUID() } = {}) {
  const { rev } = await read();
  return server.operate(
    companyCalls.withdrawVerification,
    { params, body: { rev, why }, headers: { 'idempotency-key': key } },
    token,
  );
}
const readLedger = () =>
  server.db
    .selectFrom('ledger')
    .select(['event', 'variation', 'points'])
    .where('company_id', '=', id)
    .orderBy('rev')
    .execute();

test('a verification is withdrawn once, and its welcome points are taken back', async () => {
  await verify(50);
  expect(await read()).toMatchObject({ verification: 'verified', welcome_points: 50, balance: 50 });
  const { rev } = await read();
  const input = { params, body: { rev, why }, headers: { 'idempotency-key': randomUUID() } };
  const first = await server.operate(companyCalls.withdrawVerification, input, sales);
  const second = await server.operate(companyCalls.withdrawVerification, input, sales);
  expect([first.result, second.result]).toEqual([
    { points: 50, approval: null },
    { points: 50, approval: null },
  ]);
  expect(await read()).toMatchObject({
    ...{ verification: 'withdrawn', reserved_points: 50, welcome_points: 0, balance: 0 },
  });
  expect(await readLedger()).toEqual([
    { event: 'welcome_points', variation: 'positive', points: 50 },
    { event: 'welcome_points', variation: 'negative', points: 50 },
  ]);
  expect((await withdraw()).code).toBe('conflict');
});

test('the app shows the points as reserved, and the line in the points history', async () => {
  await verify(50);
  await withdraw();
  const { token } = await server.signInAs('polishOwner');
  const { result: summary } = await server.call(calls.getPointsSummary, { params }, token);
  expect(summary).toMatchObject({ company_points: 0, points: { reserved: 50 } });
  const { result } = await server.call(calls.listNotifications, { query: {} }, token);
  expect(result.data.filter(({ text }) => text.includes('50'))).not.toEqual([]);
});

test('the company isn’t verified again by a project, but by an operator', async () => {
  await verify(50);
  await withdraw();
  const now = server.clock.now();
  const added = await server.db
    .transaction()
    .execute((trx) => releaseReservedPoints(trx, id, now, null));
  expect(added).toBe(0);
  const { rev } = await read();
  await server.operate(companyCalls.verifyCompany, { params, body: { rev, why } }, sales);
  expect(await read()).toMatchObject({
    ...{ verification: 'verified', reserved_points: 0, welcome_points: 50, balance: 50 },
  });
});

test('spent welcome points make the balance negative', async () => {
  await verify(50);
  await server.db.transaction().execute(async (trx) => {
    const entry = { event: 'other', points: 30, variation: 'negative' } as const;
    await addLedgerEntries(trx, [entry], { companyId: id, now: new Date(server.clock.now()) });
  });
  await withdraw();
  expect((await read()).balance).toBe(-30);
});

test('expired welcome points aren’t added again', async () => {
  await verify(50);
  const spent = { event: 'other', points: 20, variation: 'negative' } as const;
  await server.db
    .transaction()
    .execute((trx) =>
      addLedgerEntries(trx, [spent], { companyId: id, now: new Date(server.clock.now()) }),
    );
  const year = new Date(server.clock.now()).getUTCFullYear();
  for (let later = 1; later <= 5; later += 1) {
    server.clock.set(Date.UTC(year + later, 0, 1));
    await expirePoints(server.services);
  }
  sales = await server.startSession(await server.addOperator(grantsOf('sales', [poland])));
  // 30 of the points have expired.
  expect(await read()).toMatchObject({ welcome_points: 50, balance: 0 });
  await withdraw();
  expect(await read()).toMatchObject({ reserved_points: 20, balance: -20 });
  const { rev } = await read();
  await server.operate(companyCalls.verifyCompany, { params, body: { rev, why } }, sales);
  expect((await read()).balance).toBe(0);
});

test('the verification of a company without welcome points can be withdrawn and repeated', async () => {
  expect((await withdraw()).result).toEqual({ points: 0, approval: null });
  expect((await read()).verification).toBe('withdrawn');
  const { rev } = await read();
  const verified = await server.operate(
    companyCalls.verifyCompany,
    { params, body: { rev, why } },
    sales,
  );
  expect(verified.result).toEqual({ points: 0 });
  expect((await read()).verification).toBe('verified');
  expect(await readLedger()).toEqual([]);
});

test('more than 1,000 points need a second person, and a change makes the request void', async () => {
  const lead = await server.startSession(
    await server.addOperator(grantsOf('country_lead', [poland])),
  );
  // Only operators who have used a passkey are second persons.
  await server.db.updateTable('operators').set({ had_passkey: true }).execute();
  await verify(1500);
  const approve = async (approval: string | null) =>
    server.operate(
      operatorCalls.approveAct,
      { params: { id: approval ?? '' }, body: { why } },
      lead,
    );
  const outdated = (await withdraw()).result.approval;
  expect(await read()).toMatchObject({ verification: 'verified', balance: 1500 });
  const { rev } = await read();
  const flags = { is_recommended: true, rev, why };
  await server.operate(companyCalls.setCompanyFlags, { params, body: flags }, sales);
  expect((await approve(outdated)).result).toMatchObject({ state: 'void' });
  expect((await read()).verification).toBe('verified');
  expect((await approve((await withdraw()).result.approval)).status).toBe(200);
  expect(await read()).toMatchObject({ verification: 'withdrawn', balance: 0 });
});

test('withdrawals of a day count together, and with corrections', async () => {
  const lead = await server.startSession(
    await server.addOperator(grantsOf('country_lead', [poland])),
  );
  await server.addOperator(grantsOf('country_lead', [poland]));
  // Only operators who have used a passkey are second persons.
  await server.db.updateTable('operators').set({ had_passkey: true }).execute();
  await verify(600);
  expect((await withdraw()).result.approval).toBeNull();
  const correct = (points: number) => {
    const body = { points, event: 'other', corrections: 0, why } as const;
    return server.operate(operatorCalls.correctPoints, { params, body }, lead);
  };
  expect((await correct(500)).result.approval).not.toBeNull();
  expect((await correct(400)).result.approval).toBeNull();
  await verify(600);
  expect((await withdraw()).result.approval).not.toBeNull();
  expect((await read()).verification).toBe('verified');
});

test('a withdrawal is audited, needs the right, and isn’t possible in another country', async () => {
  await verify(50);
  const session = async (role: 'reviewer' | 'sales', region: typeof poland) =>
    server.startSession(await server.addOperator(grantsOf(role, [region])));
  expect((await withdraw({ token: await session('reviewer', poland) })).code).toBe('forbidden');
  const czechSales = await session('sales', regionIdOf('CZ'));
  expect((await withdraw({ token: czechSales })).code).toBe('not_found');
  await withdraw();
  const [change] = await server.db
    .selectFrom('operator_audit')
    .select(['before', 'after', 'region_id'])
    .where('act', '=', 'withdrawVerification')
    .where('kind', '=', 'change')
    .execute();
  expect(change).toMatchObject({
    before: { reserved_points: 0, refused_at: null, balance: 50 },
    after: { reserved_points: 50, balance: 0 },
    region_id: poland,
  });
});

test('points are missing in the file and the timeline of operators who don’t read points', async () => {
  await verify(50);
  await withdraw();
  const reviewer = await server.startSession(
    await server.addOperator(grantsOf('reviewer', [poland])),
  );
  const file = await server.operate(companyCalls.readCompanyFile, { params }, reviewer);
  expect(file.result).toMatchObject({
    ...{ verification: 'withdrawn', balance: null, reserved_points: null, welcome_points: null },
  });
  const readChange = async (token: string) => {
    const input = { params, query: {} };
    const { result } = await server.operate(companyCalls.listCompanyTimeline, input, token);
    return result.data.find(({ what }) => what === 'withdrawVerification');
  };
  expect((await readChange(sales))?.after).toMatchObject({ balance: 0, reserved_points: 50 });
  const hidden = await readChange(reviewer);
  expect([hidden?.before, hidden?.after].map((fields) => Object.keys(fields ?? {}))).toEqual([
    ['refused_at'],
    ['refused_at'],
  ]);
});
