import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { operatorCalls } from '#schemas/operator/operator-calls.ts';
import { orderKinds } from '#schemas/operator/order-kinds.ts';
import { regionIdOf } from '#schemas/regions.ts';
import { productKindOf } from '#schemas/vendors.ts';
import { scopedQueries } from '#server/console/operator-scope.ts';
import { selectPageKeys } from '#server/console/region-page.ts';
import { createTypeParts } from '#server/orders/list-operator-orders.ts';
import { grantsOf, startConsole, type TestConsole } from './console-setup.ts';

const regions = [regionIdOf('PL'), regionIdOf('CZ')];

let server: TestConsole;
let token: string;
beforeAll(async () => {
  server = await startConsole({ demo: true });
  token = await server.startSession(await server.addOperator(grantsOf('shop', regions)));
});
afterAll(() => server.close());

/** Orders of vouchers have several types. */
const vouchers = (
  condition: string,
  query: Parameters<typeof createTypeParts>[0],
): Parameters<typeof selectPageKeys<'orders'>>[2] => ({
  table: 'orders',
  keys: ['created_at', 'uuid'],
  isDescending: true,
  where: (rows) => rows.where(sql<boolean>`not deleted and ${sql.raw(condition)}`),
  parts: createTypeParts(query, { regions }),
});

test.each([
  ['completed', 'status in (3)', { kind: 'digital', state: 'positive' }, 'by_state_and_type'],
  ['open', 'status in (1, 2, 5)', { kind: 'digital', state: 'open' }, 'open_by_type'],
] as const)(
  '%s orders of a kind are read from their index',
  async (_name, condition, query, index) => {
    const plan: string[] = [];
    const read = server.db.transaction().execute(async (trx) => {
      // Drop the indexes without the state or the type, which PostgreSQL might prefer for so few orders.
      await sql`drop index orders_by_type, orders_by_state`.execute(trx);
      for (const kind of ['seqscan', 'bitmapscan', 'sort', 'incremental_sort'])
        await sql.raw(`set local enable_${kind} = off`).execute(trx);
      const page = {
        cursor: ['2026-01-01 00:00:00+00', '00000000-0000-4000-8000-000000000000'],
        limit: 50,
      };
      const keys = selectPageKeys(
        scopedQueries(trx, regions),
        regions,
        vouchers(condition, query),
        page,
      );
      const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${keys}`.execute(trx);
      plan.push(...rows.map((row) => row['QUERY PLAN']));
      throw new Error('Rolls back the transaction.');
    });
    await expect(read).rejects.toThrow('Rolls back the transaction.');
    expect(plan.filter((line) => line.includes(`using orders_${index}`))).toHaveLength(1);
    // Only the merged pages are sorted.
    expect(plan.filter((line) => line.includes('Sort Key'))).toHaveLength(1);
  },
);

test.each(['pending', 'approved', 'positive', 'negative', 'open'] as const)(
  'the view of each kind of order in the state %s has exactly its orders, newest first',
  async (state) => {
    const read = async (query: object) =>
      (
        await server.operate(
          operatorCalls.listOrders,
          { query: { state, sort: '-at', limit: 100, ...query } },
          token,
        )
      ).result;
    const all = await read({});
    expect(all.data.length).toBeGreaterThan(0);
    for (const kind of orderKinds) {
      const { data, meta } = await read({ kind });
      const expected = all.data.filter(({ type }) => productKindOf(type) === kind);
      expect(data.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
      expect(meta.total).toBe(expected.length);
    }
  },
);
