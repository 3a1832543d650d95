import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CLAIM_MS, CLAIMED_RECORDS, RECORD_CLAIMED } from '#schemas/operator/queue-claims.ts';
import { operatorCalls } from '#schemas/operator/operator-calls.ts';
import { regionIdOf } from '#schemas/regions.ts';
import { type VerifiedEmail } from '#server/access/access-tables.ts';
import { buildConsole } from '#server/console-app.ts';
import { requestApproval } from '#server/console/approvals.ts';
import { storeRequests } from '#server/leads/store-requests.ts';
import { leadRequest } from './console-examples.ts';
import { type OrderConsole, poland, startOrderConsole } from './console-order-setup.ts';
import { CONSOLE_ORIGIN } from './console-setup.ts';
import { accounts } from './test-accounts.ts';

const czechia = regionIdOf('CZ');
const why = 'agreed by phone';
type ClaimCall = 'claimApprovals' | 'claimLeadRequests' | 'claimOrders' | 'claimVerifications';

let server: OrderConsole;
let [ewa, jan] = ['', ''];
let orders: string[];
beforeAll(async () => {
  server = await startOrderConsole();
  orders = await server.newOrders(CLAIMED_RECORDS + 3);
});
beforeEach(async () => {
  await server.db.deleteFrom('record_claims').execute();
  [ewa, jan] = [await server.signIn('country_lead'), await server.signIn('country_lead')];
});
afterAll(() => server.close());

const claim = async (
  token: string,
  body: { skipped?: string[]; opened?: string } = {},
  call: ClaimCall = 'claimOrders',
) => {
  const input = { body: { skipped: [], ...body } };
  return (await server.operate(operatorCalls[call], input, token)).result.records;
};
const read = async (id: string, token: string) =>
  (await server.operate(operatorCalls.readOrder, { params: { id } }, token)).result;
async function decide(decision: 'approveOrder' | 'rejectOrder', id: string, token: string) {
  const { rev } = await read(id, token);
  const input = { params: { id }, body: { rev, why } };
  return server.operate(operatorCalls[decision], input, token);
}
const listClaimants = async (token: string) => {
  const query = { state: 'open' as const, limit: 200 };
  const { result } = await server.operate(operatorCalls.listOrders, { query }, token);
  return result.data.map(({ claimed }) => claimed?.by);
};

describe('a queue of orders', () => {
  test('gives two operators different records, oldest first', async () => {
    expect(await claim(ewa)).toEqual(orders.slice(0, CLAIMED_RECORDS));
    expect(await claim(jan)).toEqual(orders.slice(CLAIMED_RECORDS));
    // No records are left for the other operator, but the first operator gets their own again.
    expect(await claim(await server.signIn('shop'))).toEqual([]);
    expect(await claim(ewa)).toEqual(orders.slice(0, CLAIMED_RECORDS));
  });

  test('shows others who works on a record, in the list and in the record', async () => {
    await claim(ewa);
    const claims = await listClaimants(jan);
    expect(claims.slice(0, CLAIMED_RECORDS)).toEqual(
      orders.slice(0, CLAIMED_RECORDS).map(() => expect.stringMatching(/^Operator/)),
    );
    expect(claims.slice(CLAIMED_RECORDS)).toEqual([undefined, undefined, undefined]);
    expect((await read(orders[0] ?? '', jan)).claimed?.by).toMatch(/^Operator/);
    expect((await read(orders[0] ?? '', ewa)).claimed).toBeNull();
    expect(new Set(await listClaimants(ewa))).toEqual(new Set([undefined]));
  });

  test('lets only the operator with the claim decide, until another operator takes over the record', async () => {
    const [first = ''] = await claim(ewa);
    const response = await decide('approveOrder', first, jan);
    expect(response.errors).toMatchObject([{ code: 'conflict', reason: RECORD_CLAIMED }]);
    expect(await claim(jan, { opened: first.toUpperCase() })).toEqual([first]);
    expect((await decide('approveOrder', first, ewa)).errors).toMatchObject([
      { code: 'conflict', reason: RECORD_CLAIMED },
    ]);
    expect((await decide('approveOrder', first, jan)).status).toBe(200);
    // An approved order stays open, so it stays claimed.
    expect((await read(first, ewa)).claimed).not.toBeNull();
    expect((await decide('rejectOrder', first, jan)).status).toBe(200);
    expect((await read(first, ewa)).claimed).toBeNull();
    orders = orders.filter((id) => id !== first);
  });

  test('a job on many orders skips orders that another operator has claimed', async () => {
    const [first = ''] = await claim(ewa);
    const free = orders.at(-1) ?? '';
    const job = await server.startApproval([first, free], jan);
    await server.finishJobs();
    const rows = await server.db
      .selectFrom('bulk_job_rows')
      .select(['record_id', 'state', 'problem'])
      .where('job', '=', job)
      .orderBy('position')
      .execute();
    expect(rows).toEqual([
      { record_id: first, state: 'failed', problem: RECORD_CLAIMED },
      { record_id: free, state: 'done', problem: null },
    ]);
  });

  test('doesn’t return skipped records, and gives them to others once they are released', async () => {
    const [first = '', second = ''] = await claim(ewa);
    expect((await claim(ewa, { skipped: [first] }))[0]).toBe(second);
    // Another tab of the operator may have the skipped record open.
    expect(await claim(jan)).not.toContain(first);
    const input = { body: { kind: 'order' as const, records: [first] } };
    await server.operate(operatorCalls.releaseClaims, input, ewa);
    expect((await claim(jan))[0]).toBe(first);
  });
});

describe('a claimed order', () => {
  test('can be claimed again after ten minutes, even if the process was killed', async () => {
    await claim(ewa);
    const { console: settings } = server.services.environment;
    if (settings === null) throw new Error('The console has no settings.');
    const restarted = await buildConsole(server.services, settings);
    const claimAfterRestart = async () => {
      const response = await restarted.inject({
        method: 'POST',
        url: '/api/operator/v1/orders/claims',
        headers: { origin: CONSOLE_ORIGIN, cookie: `__Host-console=${jan}` },
        payload: { skipped: [] },
      });
      return response.json<{ records: string[] }>().records[0];
    };
    server.clock.advance(CLAIM_MS - 1);
    expect(await claimAfterRestart()).toBe(orders[CLAIMED_RECORDS]);
    server.clock.advance(1);
    expect(await claimAfterRestart()).toBe(orders[0]);
    await restarted.close();
  });

  test('can be claimed again once the operator releases it, or signs out of their last session', async () => {
    const records = await claim(ewa);
    const release = (kind: 'chat' | 'order', ids: string[]) =>
      server.operate(operatorCalls.releaseClaims, { body: { kind, records: ids } }, ewa);
    await release('chat', records);
    expect((await claim(jan))[0]).toBe(orders[CLAIMED_RECORDS]);
    // Records that another tab has claimed stay claimed.
    await release('order', records.slice(1, 2));
    expect((await claim(jan))[0]).toBe(orders[1]);
    await release('order', records);
    expect((await claim(jan))[0]).toBe(orders[0]);
    await server.operate(operatorCalls.signOutOperator, {}, jan);
    expect((await claim(ewa))[0]).toBe(orders[0]);
  });

  test('stays claimed while its operator is signed in elsewhere', async () => {
    const { id } = await server.db
      .selectFrom('operators')
      .select('id')
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .limit(1)
      .executeTakeFirstOrThrow();
    const [desk, laptop] = [await server.startSession(id), await server.startSession(id)];
    await claim(desk);
    await server.operate(operatorCalls.signOutOperator, {}, laptop);
    await server.db
      .updateTable('operator_sessions')
      .set({ ended_at: new Date(server.clock.now()) })
      .where('operator_id', '<>', id)
      .execute();
    const sara = await server.signIn('shop');
    expect((await claim(sara))[0]).toBe(orders[CLAIMED_RECORDS]);
    await server.operate(operatorCalls.signOutOperator, {}, desk);
  });

  test('isn’t shown to, or taken over by, operators of another country', async () => {
    const [first = ''] = await claim(ewa);
    const karel = await server.signIn('country_lead', [czechia]);
    expect(await claim(karel)).toEqual([]);
    expect(await claim(karel, { opened: first })).toEqual([]);
    expect((await read(first, jan)).claimed).not.toBeNull();
  });

  test('can only be claimed by operators who may decide', async () => {
    const viewer = await server.signIn('viewer');
    const input = { body: { skipped: [] } };
    expect((await server.operate(operatorCalls.claimOrders, input, viewer)).code).toBe('forbidden');
  });

  test('is recorded as a change of its list, unless the claim is only renewed', async () => {
    const lists = () => server.db.selectFrom('list_changes').select(['list', 'region_id']);
    const changesDuring = async (step: () => Promise<unknown>) => {
      await server.db.deleteFrom('list_changes').execute();
      await step();
      return lists().execute();
    };
    const change = [{ list: 'orders', region_id: poland }];
    expect(await changesDuring(() => claim(ewa))).toEqual(change);
    expect(await changesDuring(() => claim(ewa))).toEqual([]);
    expect(await changesDuring(() => claim(jan, { opened: orders[0] ?? '' }))).toEqual(change);
    const leave = { body: { kind: 'order' as const, records: orders.slice(1) } };
    expect(
      await changesDuring(() => server.operate(operatorCalls.releaseClaims, leave, ewa)),
    ).toEqual(change);
  });
});

/** Adds a company that waits for verification. */
async function addUnverified() {
  const { companyId: id } = accounts.polishOwner;
  const values = { reserved_points: 50, refused_at: null };
  await server.db.updateTable('companies').set(values).where('id', '=', id).execute();
  return id;
}

/** Adds a waiting request. */
const addRequest = async () => {
  const origin = { region: poland, source: 'hand', sender: null } as const;
  const ids = await server.db
    .transaction()
    .execute((trx) =>
      storeRequests(trx, [{ reference: null, request: leadRequest }], origin, server.clock.now()),
    );
  return ids[0] ?? '';
};

/** Adds an open approval. */
const addApproval = async ({
  act = 'correctPoints',
  company = randomUUID(),
}: { act?: 'changeOperatorGrants' | 'correctPoints'; company?: string } = {}) => {
  const requestedBy = await server.addOperator([]);
  const record = { kind: 'company', id: company, rev: 1 };
  const regions = [poland];
  const request = { act, body: { regions }, why, regions, requestedBy };
  return server.db
    .transaction()
    .execute((trx) => requestApproval(trx, server.clock.now(), { ...request, record }));
};

test.each([
  {
    call: 'claimVerifications',
    add: addUnverified,
    decide: (id: string, token: string) =>
      server.operate(operatorCalls.refuseCompany, { params: { id }, body: { rev: 1, why } }, token),
  },
  {
    call: 'claimLeadRequests',
    add: addRequest,
    decide: (id: string, token: string) =>
      server.operate(
        operatorCalls.setLeadRequestEnded,
        { params: { id }, body: { ended: true, rev: 1, why } },
        token,
      ),
  },
  {
    call: 'claimApprovals',
    add: addApproval,
    decide: async (id: string, token: string) => {
      await server.db
        .updateTable('operator_sessions')
        .set({ passkey_used_at: new Date(server.clock.now()) })
        .execute();
      return server.operate(operatorCalls.rejectAct, { params: { id }, body: { why } }, token);
    },
  },
] as const)('decisions respect the claims of $call', async ({ call, add, decide: decideOn }) => {
  const id = await add();
  expect(await claim(ewa, {}, call)).toEqual([id]);
  expect(await claim(jan, {}, call)).toEqual([]);
  expect((await decideOn(id, jan)).errors).toMatchObject([
    { code: 'conflict', reason: RECORD_CLAIMED },
  ]);
  expect((await decideOn(id, ewa)).status).toBe(200);
  // The decided record is no longer in the queue, and no longer claimed.
  expect(await claim(ewa, {}, call)).toEqual([]);
  expect(await server.db.selectFrom('record_claims').selectAll().execute()).toEqual([]);
});

test('an operator’s own requests for approval aren’t in their queue', async () => {
  const id = await addApproval();
  const { requested_by } = await server.db
    .selectFrom('operator_approvals')
    .select('requested_by')
    .where('uuid', '=', id)
    .executeTakeFirstOrThrow();
  await server.db
    .insertInto('operator_grants')
    .values({ operator_id: requested_by, role: 'country_lead', region_id: poland })
    .execute();
  const token = await server.startSession(requested_by);
  expect(await claim(token, {}, 'claimApprovals')).toEqual([]);
  expect(await claim(ewa, {}, 'claimApprovals')).toEqual([id]);
});

test('a single approval is read by its id', async () => {
  await addApproval();
  const id = await addApproval();
  const { result } = await server.operate(
    operatorCalls.listApprovals,
    { query: { approval: id, limit: 1 } },
    ewa,
  );
  expect(result).toMatchObject({ data: [{ id }], meta: { next: null, total: 1 } });
});

test('approvals that the operator can’t decide aren’t in their queue', async () => {
  await server.db.deleteFrom('operator_approvals').execute();
  // Add more approvals than are searched at a time.
  for (let count = 0; count <= 100; count += 1) await addApproval({ act: 'changeOperatorGrants' });
  const { companyId: company } = accounts.polishOwner;
  server.clock.advance(1);
  const ownCompany = await addApproval({ company });
  server.clock.advance(1);
  const other = await addApproval();
  const email = 'ada@roofs.example';
  await server.db
    .updateTable('installers')
    .set({ email: sql<VerifiedEmail>`${email}` })
    .where('id', '=', accounts.polishOwner.id)
    .execute();
  const ada = await server.startSession(
    await server.addOperator([{ role: 'country_lead', regions: [poland] }], email),
  );
  expect(await claim(ada, {}, 'claimApprovals')).toEqual([other]);
  expect(await claim(ada, { opened: ownCompany }, 'claimApprovals')).toEqual([]);
  await server.db.deleteFrom('record_claims').execute();
  expect(await claim(ewa, {}, 'claimApprovals')).toEqual([ownCompany, other]);
});
