import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { operatorCalls } from '#schemas/operator/operator-calls.ts';
import { regionIdOf } from '#schemas/regions.ts';
import { scopedQueries } from '#server/console/operator-scope.ts';
import { selectPageKeys } from '#server/console/region-page.ts';
import { demoCompanies } from '#server/demo/companies.ts';
import { heldLotList } from '#server/scans/held-lot-handlers.ts';
import { findHeldLots } from '#server/scans/held-lots.ts';
import { grantsOf, startConsole, type TestConsole } from './console-setup.ts';

const [poland, czechia] = [regionIdOf('PL'), regionIdOf('CZ')];
const why = 'the pallet was checked by phone';
const [lot, code] = ['24A77777-', '24A77777-0012'];

let server: TestConsole;
let token: string;
beforeEach(async () => {
  await server?.close();
  server = await startConsole({ demo: true });
  token = await server.startSession(await server.addOperator(grantsOf('reviewer', [poland])));
  server.clock.advance(60_000);
});
afterAll(() => server.close());

async function hold(company: string, heldLot = lot): Promise<string> {
  const { uuid } = await server.db
    .insertInto('held_lots')
    .values({
      ...{ company_id: company, lot: heldLot, asked: 45, unavailable: 31 },
      ...{ held_at: new Date(server.clock.now()), released_at: null },
    })
    .returning('uuid')
    .executeTakeFirstOrThrow();
  server.clock.advance(1000);
  return uuid;
}
const list = async (session = token, query: { readonly held_lot?: string } = {}) =>
  (await server.operate(operatorCalls.listHeldLots, { query }, session)).result;
const release = (id: string, key = randomUUID(), session = token) => {
  const headers = { 'idempotency-key': key };
  return server.operate(
    operatorCalls.releaseHeldLot,
    { params: { id }, body: { why }, headers },
    session,
  );
};

test('held lots of the operator’s countries are listed, oldest first, with their numbers', async () => {
  const first = await hold(demoCompanies.nowak.id);
  await hold(demoCompanies.dvorak.id);
  const second = await hold(demoCompanies.nowak.id, '24B-');
  await server.db
    .updateTable('scans')
    .set({ serial_number: code, flag: 'in_review' })
    .where('uuid', '=', (eb) =>
      eb
        .selectFrom('scans')
        .select('uuid')
        .where('company_id', '=', demoCompanies.nowak.id)
        .where('deleted', '=', false)
        .limit(1),
    )
    .execute();
  const { data, meta } = await list();
  expect(data).toMatchObject([
    {
      ...{ id: first, lot, region: poland, asked: 45, unavailable: 31 },
      // The Czech company belongs to another country.
      ...{ products: 1, in_review: 1, companies: 1 },
      company: { id: demoCompanies.nowak.id, name: demoCompanies.nowak.name },
    },
    { id: second, lot: '24B-', products: 0, in_review: 0 },
  ]);
  expect(meta.total).toBe(2);
  const bothCountriesOperator = await server.addOperator(grantsOf('viewer', [poland, czechia]));
  const viewer = await server.startSession(bothCountriesOperator);
  expect((await list(viewer)).data.map(({ companies }) => companies)).toEqual([2, 2, 1]);
});

test('a single held lot is read by its id, unless it’s of another country', async () => {
  const czechLot = await hold(demoCompanies.dvorak.id);
  await hold(demoCompanies.nowak.id);
  const id = await hold(demoCompanies.nowak.id, '24B-');
  expect(await list(token, { held_lot: id })).toMatchObject({ data: [{ id }], meta: { total: 1 } });
  expect((await list(token, { held_lot: czechLot })).data).toEqual([]);
});

test('after a release, which is audited, the company’s next products count', async () => {
  const id = await hold(demoCompanies.nowak.id);
  expect([...(await findHeldLots(server.db, demoCompanies.nowak.id, [code]))]).toEqual([lot]);
  const key = randomUUID();
  expect((await release(id, key)).status).toBe(200);
  expect([...(await findHeldLots(server.db, demoCompanies.nowak.id, [code]))]).toEqual([]);
  expect((await list()).data).toEqual([]);
  // The request is repeated after a lost response.
  expect((await release(id, key)).status).toBe(200);
  expect((await release(id)).code).toBe('conflict');
  const changes = await server.db
    .selectFrom('operator_audit')
    .select(['before', 'after', 'region_id'])
    .where('record_id', '=', id)
    .where('kind', '=', 'change')
    .execute();
  const company = demoCompanies.nowak.id;
  expect(changes).toEqual([
    { before: { held: true }, after: { held: false, lot, company }, region_id: poland },
  ]);
});

test('one of two concurrent releases is rejected', async () => {
  const id = await hold(demoCompanies.nowak.id);
  const outcomes = await Promise.all([release(id), release(id)]);
  expect(outcomes.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
});

test('a lot of another country isn’t found, and a viewer can’t release lots', async () => {
  const czechLot = await hold(demoCompanies.dvorak.id);
  expect((await release(czechLot)).code).toBe('not_found');
  const viewer = await server.startSession(await server.addOperator(grantsOf('viewer', [poland])));
  expect((await release(await hold(demoCompanies.nowak.id), randomUUID(), viewer)).code).toBe(
    'forbidden',
  );
});

test('a lot moves with its company to another country', async () => {
  const id = await hold(demoCompanies.nowak.id);
  await server.db
    .updateTable('companies')
    .set({ regions_id: czechia })
    .where('id', '=', demoCompanies.nowak.id)
    .execute();
  expect((await list()).data).toEqual([]);
  expect((await release(id)).code).toBe('not_found');
});

test('the list is read from its index', async () => {
  const plan = await server.db.transaction().execute(async (trx) => {
    for (const kind of ['seqscan', 'bitmapscan', 'sort', 'incremental_sort'])
      await sql.raw(`set local enable_${kind} = off`).execute(trx);
    const page = { cursor: ['2026-01-01 00:00:00+00', randomUUID()], limit: 50 };
    const query = selectPageKeys(scopedQueries(trx, [poland]), [poland], heldLotList(), page);
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${query}`.execute(trx);
    return rows.map((row) => row['QUERY PLAN']);
  });
  expect(plan.filter((line) => line.includes('using held_lots_list'))).toHaveLength(1);
});
