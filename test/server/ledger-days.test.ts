import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { regionIdOf } from '#schemas/regions.ts';
import { sumChanges } from '#server/db/sum-changes.ts';
import { startTestApp, type TestApp } from './test-app.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp({ demo: true });
});
afterAll(() => server.close());

/** Sums of a query, by country, day, event, variation and campaign. */
async function sumsOf(source: string) {
  const { rows } = await sql<{ lines: number }>`
    select region_id, day::text, event, variation, campaign,
      sum(lines)::int as lines, sum(points)::int as points
    from (${sql.raw(source)}) as line
    group by 1, 2, 3, 4, 5 having sum(lines) <> 0 order by 1, 2, 3, 4, 5`.execute(server.db);
  return rows;
}
const columns = 'region_id, day, event, variation, campaign, lines, points';
const storedSums = () =>
  sumsOf(`select ${columns} from ledger_days union all select ${columns} from ledger_changes`);
const expected = () =>
  sumsOf(`select region_id, (created_at at time zone 'UTC')::date as day, event, variation,
    coalesce(campaign ->> 'id', '') as campaign, 1 as lines, points from ledger`);
const countChanges = async () => (await sumsOf(`select ${columns} from ledger_changes`)).length;

test('the sums match the ledger after each kind of change', async () => {
  const { db } = server;
  expect(await storedSums()).toEqual(await expected());
  expect((await storedSums()).length).toBeGreaterThan(50);

  await sumChanges(db);
  expect(await countChanges()).toBe(0);
  expect(await storedSums()).toEqual(await expected());

  // A company's lines move with it.
  await db
    .updateTable('companies')
    .set({ regions_id: regionIdOf('TR') })
    .where('regions_id', '=', regionIdOf('PL'))
    .execute();
  expect(await countChanges()).toBeGreaterThan(0);
  expect(await storedSums()).toEqual(await expected());
  await sql`delete from ledger where points % 2 = 0`.execute(db);
  expect(await storedSums()).toEqual(await expected());

  // Two processes at the same time.
  await Promise.all([sumChanges(db), sumChanges(db)]);
  expect(await countChanges()).toBe(0);
  expect(await storedSums()).toEqual(await expected());
});

test('a rolled back line changes no sum', async () => {
  const before = await storedSums();
  await server.db
    .transaction()
    .execute(async (trx) => {
      await sql`delete from ledger`.execute(trx);
      throw new Error('Rolls back the transaction.');
    })
    .catch(() => null);
  expect(await storedSums()).toEqual(before);
});
