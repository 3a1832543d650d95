import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { regionIdOf, type RegionId } from '#schemas/regions.ts';
import { scopedQueries, type RegionTable } from '#server/console/operator-scope.ts';
import { pageKeys, readRegionPage } from '#server/console/region-page.ts';
import { startConsole, type TestConsole } from './console-setup.ts';

const [poland, czechia, turkey] = [regionIdOf('PL'), regionIdOf('CZ'), regionIdOf('TR')];
const tables = ['orders', 'projects', 'scans'] as const satisfies readonly RegionTable[];
type ListedTable = (typeof tables)[number];

let server: TestConsole;
beforeAll(async () => {
  server = await startConsole({ demo: true });
});
afterAll(() => server.close());

const listOf = (table: ListedTable): Parameters<typeof pageKeys<ListedTable>>[2] => ({
  table,
  keys: ['created_at', 'uuid'],
  isDescending: true,
  // The index leaves out deleted rows.
  where: (rows) => rows.where(sql<boolean>`not ${sql.ref(`${table}.deleted`)}`),
});

interface Listed {
  readonly id: string;
  readonly created_at: Date;
}

/** Reads a list page by page. */
async function readAll(table: ListedTable, regions: readonly RegionId[], region?: RegionId) {
  const queries = scopedQueries(server.db, regions);
  const loader = {
    load: async (ids: readonly string[]) => {
      const { rows } = await sql<Listed>`select uuid as id, created_at from ${sql.table(table)}
        where uuid = any(${ids}::uuid[])`.execute(server.db);
      return rows;
    },
    idOf: ({ id }: Listed) => id,
  };
  const pages: { ids: readonly string[]; total: number | null }[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const query: { limit: number; region?: RegionId | undefined; cursor: string } = {
      limit: 7,
      region,
      cursor,
    };
    const list = listOf(table);
    const page: Awaited<ReturnType<typeof readRegionPage<ListedTable, Listed>>> =
      await readRegionPage(server.db, { queries, regions }, query, list, loader);
    pages.push({ ids: page.rows.map(({ id }) => id), total: page.meta.total });
    cursor = page.meta.next;
  }
  return pages;
}

/** All rows of countries in the list's order, read without the scope. */
async function expectedIds(table: ListedTable, regions: readonly RegionId[]) {
  const { rows } = await sql<{ id: string }>`
    select uuid as id from ${sql.table(table)} where not deleted
      and company_id in (select id from companies where regions_id = any(${regions}::integer[]))
    order by created_at desc, uuid desc`.execute(server.db);
  return rows.map(({ id }) => id);
}

describe.each(tables)('the list of %s', (table) => {
  test('has each row of the countries once, in order, and no others', async () => {
    for (const regions of [[poland], [poland, czechia, turkey]]) {
      const expected = await expectedIds(table, regions);
      const pages = await readAll(table, regions);
      expect(pages.flatMap(({ ids }) => ids)).toEqual(expected);
      expect(expected.length).toBeGreaterThan(0);
      expect(new Set(pages.map(({ total }) => total))).toEqual(new Set([expected.length]));
    }
  });

  test('is limited to one country, if the operator has it', async () => {
    const ids = async (regions: readonly RegionId[], region: RegionId) =>
      (await readAll(table, regions, region)).flatMap(({ ids: found }) => found);
    expect(await ids([poland, czechia], czechia)).toEqual(await expectedIds(table, [czechia]));
    expect(await ids([poland], czechia)).toEqual([]);
  });

  test('comes from its index, without reading all rows', async () => {
    const plan = await server.db.transaction().execute(async (trx) => {
      // The demo's tables are so small that reading them whole is faster.
      await sql`set local enable_seqscan = off`.execute(trx);
      await sql`set local enable_bitmapscan = off`.execute(trx);
      const query = pageKeys(
        scopedQueries(trx, [poland, czechia]),
        [poland, czechia],
        listOf(table),
        {
          cursor: ['2026-01-01 00:00:00+00', '00000000-0000-4000-8000-000000000000'],
          limit: 50,
        },
      );
      const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${query}`.execute(trx);
      return rows.map((row) => row['QUERY PLAN']);
    });
    expect(plan.filter((line) => line.includes(`using ${table}_region`))).toHaveLength(1);
    // Only the merged pages are sorted.
    expect(plan.filter((line) => line.includes('Sort Key'))).toHaveLength(1);
    expect(plan.join('\n')).not.toContain('Seq Scan');
  });
});

test('a cursor of another list is refused', async () => {
  const read = (keys: readonly unknown[]) =>
    readRegionPage(
      server.db,
      { queries: scopedQueries(server.db, [poland]), regions: [poland] },
      { cursor: Buffer.from(JSON.stringify(keys)).toString('base64url') },
      listOf('orders'),
      { load: () => Promise.resolve([]), idOf: () => '' },
    );
  for (const keys of [
    [],
    [1],
    ['2026-01-01'],
    ['never', 'nothing'],
    ['2026-13-01', crypto.randomUUID()],
  ])
    await expect(read(keys)).rejects.toMatchObject({
      errors: [{ code: 'invalid_input', field: 'query.cursor' }],
    });
});

test('records move with their company to another country', async () => {
  const { db } = server;
  const before = await expectedIds('orders', [poland]);
  const { company_id: company } = await db
    .selectFrom('orders')
    .select('company_id')
    .where('uuid', '=', before[0] ?? '')
    .executeTakeFirstOrThrow();
  const move = (region: RegionId) =>
    db.updateTable('companies').set({ regions_id: region }).where('id', '=', company).execute();
  const regionsOf = async () => {
    const [orders, people] = [
      await db.selectFrom('orders').select('region_id').where('company_id', '=', company).execute(),
      await db
        .selectFrom('installers')
        .select('region_id')
        .where('company_id', '=', company)
        .execute(),
    ];
    return [...new Set([...orders, ...people].map(({ region_id }) => region_id))];
  };
  await move(turkey);
  expect(await regionsOf()).toEqual([turkey]);
  expect(await expectedIds('orders', [poland])).not.toContain(before[0]);
  await move(poland);
  const after = await readAll('orders', [poland]);
  expect(after.flatMap(({ ids }) => ids)).toEqual(before);
});
