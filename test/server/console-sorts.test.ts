import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { operatorCalls } from '#schemas/operator/operator-calls.ts';
import { regionIdOf } from '#schemas/regions.ts';
import { scopedQueries, type RegionTable } from '#server/console/operator-scope.ts';
import { selectPageKeys } from '#server/console/region-page.ts';
import { leadList } from '#server/leads/list-leads.ts';
import { batchList } from '#server/orders/order-batch-handlers.ts';
import { createScannedList } from '#server/projects/scanned-products.ts';
import { grantsOf, startConsole, type TestConsole } from './console-setup.ts';

const regions = [regionIdOf('PL'), regionIdOf('CZ')];

let server: TestConsole;
beforeAll(async () => {
  server = await startConsole({ demo: true });
});
afterAll(() => server.close());

/** Lines of the query plan of a page; with so few rows, an index must be forced. */
const planOf = <Table extends RegionTable>(list: Parameters<typeof selectPageKeys<Table>>[2]) =>
  server.db.transaction().execute(async (trx) => {
    for (const plan of ['seqscan', 'bitmapscan', 'sort', 'incremental_sort'])
      await sql.raw(`set local enable_${plan} = off`).execute(trx);
    const page = {
      cursor: ['2026-01-01 00:00:00+00', '00000000-0000-4000-8000-000000000000'],
      limit: 50,
    };
    const query = selectPageKeys(scopedQueries(trx, regions), regions, list, page);
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${query}`.execute(trx);
    return rows.map((row) => row['QUERY PLAN']);
  });

test('a list with the oldest rows first is read from the same index as one with the newest rows first', async () => {
  const plans = [
    await planOf(createScannedList({ sort: 'at' })),
    await planOf(leadList({ sort: 'created_at' }, regions)),
    await planOf(batchList(undefined, 'at')),
  ];
  for (const plan of plans) {
    expect(plan.join('\n')).toMatch(/Index (Only )?Scan using (scans|leads|order_batches)_/);
    // Only the merged pages are sorted.
    expect(plan.filter((line) => line.includes('Sort Key'))).toHaveLength(1);
    expect(plan.join('\n')).not.toContain('Seq Scan');
  }
});

test.each([
  ['listLeads', 'created_at', 2],
  ['listSurveys', 'created_at', 2],
  // The demo has no announcements or batches of operators.
  ['listAnnouncements', 'created_at', 0],
  ['listOrderBatches', 'at', 0],
  ['listScannedProducts', 'at', 2],
] as const)(
  '%s has the same rows in both orders, and the newest first by default',
  async (id, key, minimum) => {
    const token = await server.startSession(await server.addOperator(grantsOf('administrator')));
    const idsOf = async (sort?: string) => {
      const ids: string[] = [];
      for (let cursor: string | null = ''; cursor !== null;) {
        // Safe: the pages of these lists have rows with an id.
        const list = operatorCalls[id] as unknown as typeof operatorCalls.listSurveys;
        const query = { limit: 7, cursor, ...(sort !== undefined && { sort }) } as {
          limit: number;
        };
        const { result } = await server.operate(list, { query }, token);
        ids.push(...result.data.map((row) => row.id));
        cursor = result.meta.next;
      }
      return ids;
    };
    const newestIds = await idsOf();
    expect(await idsOf(`-${key}`)).toEqual(newestIds);
    expect(await idsOf(key)).toEqual(newestIds.toReversed());
    expect(newestIds.length).toBeGreaterThanOrEqual(minimum);
  },
);
