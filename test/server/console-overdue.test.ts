import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS } from '#schemas/durations.ts';
import { chatCalls } from '#schemas/operator/chat-calls.ts';
import { companyCalls } from '#schemas/operator/company-calls.ts';
import { leadCalls } from '#schemas/operator/lead-calls.ts';
import { orderCalls } from '#schemas/operator/order-calls.ts';
import { queueTargetDays, type QueueName } from '#schemas/operator/queue-targets.ts';
import { reviewCalls } from '#schemas/operator/review-calls.ts';
import { regionIdOf } from '#schemas/regions.ts';
import { leadRequest } from './console-examples.ts';
import { grantsOf, startConsole, type TestConsole } from './console-setup.ts';

const poland = regionIdOf('PL');

let server: TestConsole;
let token: string;
beforeAll(async () => {
  server = await startConsole({ demo: true, variables: { RATE_LIMIT_FACTOR: '100000' } });
  token = await server.startSession(await server.addOperator(grantsOf('country_lead', [poland])));
});
afterAll(() => server.close());

/** Arrival time of a record that is overdue by `lateMs`. */
const arrivedAt = (queue: QueueName, lateMs: number) =>
  new Date(server.clock.now() - queueTargetDays[queue] * DAY_MS - lateMs);

/** Sets two records' times to just before and just after the target, and returns the overdue one. */
async function findOverdue(
  queue: QueueName,
  [lateId, earlyId]: readonly string[],
  setTime: (id: string, at: Date) => Promise<unknown>,
): Promise<string> {
  if (lateId === undefined || earlyId === undefined)
    throw new Error('The queue has too few records.');
  await setTime(lateId, arrivedAt(queue, 1000));
  await setTime(earlyId, arrivedAt(queue, -1000));
  return lateId;
}

test('overdue orders have waited longer than the target', async () => {
  const list = async (query: { overdue?: 1; kind?: 'physical' }) =>
    (await server.operate(orderCalls.listOrders, { query: { ...query, limit: 200 } }, token))
      .result;
  const openOrders = await server.operate(
    orderCalls.listOrders,
    { query: { state: 'open' } },
    token,
  );
  const ids = openOrders.result.data.map(({ id }) => id);
  for (const id of ids)
    await server.db
      .updateTable('orders')
      .set({ created_at: arrivedAt('orders', -1000) })
      .where('uuid', '=', id)
      .execute();
  const lateId = await findOverdue('orders', ids, (id, at) =>
    server.db.updateTable('orders').set({ created_at: at }).where('uuid', '=', id).execute(),
  );
  const { data, meta } = await list({ overdue: 1 });
  expect(data.map(({ id }) => id)).toEqual([lateId]);
  expect(meta.total).toBe(1);
  const [{ kind } = { kind: '' }] = data;
  expect((await list({ overdue: 1, kind: 'physical' })).data).toHaveLength(
    kind === 'physical' ? 1 : 0,
  );
});

test('overdue chats have waited longer than the target', async () => {
  const list = async (view: 'unanswered' | 'overdue') =>
    (await server.operate(chatCalls.listChats, { query: { view, limit: 200 } }, token)).result;
  await server.db
    .updateTable('support_chats')
    .set({ status: 1 })
    .where('region_id', '=', poland)
    .execute();
  await sql`update support_chats set waiting_since = ${arrivedAt('chats', -1000)}`.execute(
    server.db,
  );
  const ids = (await list('unanswered')).data.map(({ uuid }) => uuid);
  const lateId = await findOverdue('chats', ids, (id, at) =>
    sql`update support_chats set waiting_since = ${at} where uuid = ${id}`.execute(server.db),
  );
  const { data, meta } = await list('overdue');
  expect(data.map(({ uuid }) => uuid)).toEqual([lateId]);
  expect(meta.total).toBe(1);
});

test('overdue verifications have waited longer than the target, and are listed oldest first', async () => {
  const list = async (query: { overdue?: 1 }) =>
    (
      await server.operate(
        companyCalls.listCompanies,
        { query: { verification: 'open', sort: 'created_at', ...query } },
        token,
      )
    ).result;
  const companies = await server.db
    .selectFrom('companies')
    .select('id')
    .where('regions_id', '=', poland)
    .where('active', '=', 1)
    .limit(2)
    .execute();
  await server.db
    .updateTable('companies')
    .set({ reserved_points: 0 })
    .where('regions_id', '=', poland)
    .execute();
  const lateId = await findOverdue(
    'verifications',
    companies.map(({ id }) => id),
    async (id, at) => {
      await server.db
        .updateTable('companies')
        .set({ reserved_points: 10, refused_at: null, created_at: at })
        .where('id', '=', id)
        .execute();
      // Update the copy for the list, too: no trigger does so, because this time never changes.
      await sql`update company_search set created_at = ${at} where company_id = ${id}`.execute(
        server.db,
      );
    },
  );
  expect((await list({})).data.map(({ id }) => id)).toEqual([lateId, companies[1]?.id]);
  const { data, meta } = await list({ overdue: 1 });
  expect(data.map(({ id }) => id)).toEqual([lateId]);
  expect(meta.total).toBe(1);
});

test('overdue requests have waited longer than the target', async () => {
  const list = async (query: { overdue?: 1; state?: 'offered' }) =>
    (await server.operate(leadCalls.listLeadRequests, { query }, token)).result;
  await server.db
    .updateTable('lead_requests')
    .set({ created_at: arrivedAt('requests', -1000) })
    .execute();
  const create = async (message: string) => {
    const body = { region: poland, request: { ...leadRequest, message }, why: 'called' };
    return (await server.operate(leadCalls.createLeadRequest, { body }, token)).result.id;
  };
  const lateId = await findOverdue(
    'requests',
    [await create('Dark'), await create('Bright')],
    (id, at) =>
      server.db
        .updateTable('lead_requests')
        .set({ created_at: at })
        .where('uuid', '=', id)
        .execute(),
  );
  const { data, meta } = await list({ overdue: 1 });
  expect(data.map(({ id }) => id)).toEqual([lateId]);
  expect(meta.total).toBe(1);
  expect((await list({ overdue: 1, state: 'offered' })).data).toEqual([]);
});

test('overdue products to review have waited longer than the target', async () => {
  const scans = await server.db
    .selectFrom('scans')
    .select('uuid')
    .where('region_id', '=', poland)
    .where('deleted', '=', false)
    .limit(2)
    .execute();
  await sql`update scans set waiting_since = null`.execute(server.db);
  const lateId = await findOverdue(
    'review',
    scans.map(({ uuid }) => uuid),
    (id, at) => sql`update scans set waiting_since = ${at} where uuid = ${id}`.execute(server.db),
  );
  const { result } = await server.operate(reviewCalls.getReviewQueue, {}, token);
  expect(result.data).toMatchObject([{ region: 'PL', waiting: 2, overdue: 1 }]);
  const list = async (query: { overdue?: 1 }) =>
    (await server.operate(reviewCalls.listReviewProducts, { query }, token)).result;
  const overdueList = await list({ overdue: 1 });
  expect(overdueList.data.map(({ scan }) => scan)).toEqual([lateId]);
  expect(overdueList.meta.total).toBe(1);
  expect((await list({})).meta.total).toBe(2);
});
