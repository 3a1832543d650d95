import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { regionIdOf, type RegionId } from '#schemas/regions.ts';
import { scopedQueries, type RegionTable } from '#server/console/operator-scope.ts';
import { selectFoundKeys } from '#server/console/found-rows.ts';
import { selectPageKeys, readRegionPage } from '#server/console/region-page.ts';
import { verificationQueue } from '#server/companies/list-companies.ts';
import { publishedList } from '#server/contents/list-operator-contents.ts';
import { matchCompanies } from '#server/orders/list-operator-orders.ts';
import { createScannedList } from '#server/projects/scanned-products.ts';
import { startConsole, type TestConsole } from './console-setup.ts';

const [poland, czechia, turkey] = [regionIdOf('PL'), regionIdOf('CZ'), regionIdOf('TR')];
const tables = ['orders', 'projects', 'scans'] as const satisfies readonly RegionTable[];
type ListedTable = (typeof tables)[number];

let server: TestConsole;
beforeAll(async () => {
  server = await startConsole({ demo: true });
});
afterAll(() => server.close());

const listOf = (table: ListedTable): Parameters<typeof selectPageKeys<ListedTable>>[2] => ({
  table,
  keys: ['created_at', 'uuid'],
  isDescending: true,
  // The index excludes deleted rows.
  where: (rows) => rows.where(sql<boolean>`not ${sql.ref(`${table}.deleted`)}`),
});

interface ListedRow {
  readonly id: string;
  readonly created_at: Date;
}

/** Fetches a list page by page. */
async function readAll<Table extends RegionTable>(
  list: Parameters<typeof selectPageKeys<Table>>[2],
  regions: readonly RegionId[],
  region?: RegionId,
) {
  const queries = scopedQueries(server.db, regions);
  const table = list.table === 'ordered_products' ? 'orders' : list.table;
  const loader = {
    load: async (ids: readonly string[]) => {
      const { rows } = await sql<ListedRow>`select uuid as id, created_at from ${sql.table(table)}
        where uuid = any(${ids}::uuid[])`.execute(server.db);
      return rows;
    },
    idOf: ({ id }: ListedRow) => id,
  };
  const pages: { ids: readonly string[]; total: number | null }[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const query: { limit: number; region?: RegionId | undefined; cursor: string } = {
      limit: 7,
      region,
      cursor,
    };
    const page: Awaited<ReturnType<typeof readRegionPage<Table, ListedRow>>> = await readRegionPage(
      server.db,
      { queries, regions },
      query,
      list,
      loader,
    );
    pages.push({ ids: page.rows.map(({ id }) => id), total: page.meta.total });
    cursor = page.meta.next;
  }
  return pages;
}

/** All rows of countries in the list's order, read without scoped queries. */
async function expectedIds(table: ListedTable, regions: readonly RegionId[]) {
  const { rows } = await sql<{ id: string }>`
    select uuid as id from ${sql.table(table)} where not deleted
      and company_id in (select id from companies where regions_id = any(${regions}::integer[]))
    order by created_at desc, uuid desc`.execute(server.db);
  return rows.map(({ id }) => id);
}

/** Lines of the query plan of a page after a cursor. */
function planOf<Table extends RegionTable>(list: Parameters<typeof selectPageKeys<Table>>[2]) {
  return server.db.transaction().execute(async (trx) => {
    // The demo's tables are so small that reading and sorting them whole is faster.
    for (const plan of ['seqscan', 'bitmapscan', 'sort', 'incremental_sort'])
      await sql.raw(`set local enable_${plan} = off`).execute(trx);
    const query = selectPageKeys(scopedQueries(trx, [poland, czechia]), [poland, czechia], list, {
      cursor: ['2026-01-01 00:00:00+00', '00000000-0000-4000-8000-000000000000'],
      limit: 50,
    });
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${query}`.execute(trx);
    return rows.map((row) => row['QUERY PLAN']);
  });
}

/** Expects that an index finds a page in order, so that only the countries' merged rows are sorted. */
async function expectIndex<Table extends RegionTable>(
  list: Parameters<typeof selectPageKeys<Table>>[2],
  index: string,
): Promise<void> {
  const plan = await planOf(list);
  expect(plan.filter((line) => line.includes(`using ${index}`))).toHaveLength(1);
  expect(plan.filter((line) => line.includes('Sort Key'))).toHaveLength(1);
  expect(plan.join('\n')).not.toContain('Seq Scan');
}

describe.each(tables)('the list of %s', (table) => {
  test('contains each row of the countries once, in order, and no others', async () => {
    for (const regions of [[poland], [poland, czechia, turkey]]) {
      const expected = await expectedIds(table, regions);
      const pages = await readAll(listOf(table), regions);
      expect(pages.flatMap(({ ids }) => ids)).toEqual(expected);
      expect(expected.length).toBeGreaterThan(0);
      expect(new Set(pages.map(({ total }) => total))).toEqual(new Set([expected.length]));
    }
  });

  test('can be limited to one of the operator’s countries', async () => {
    const ids = async (regions: readonly RegionId[], region: RegionId) =>
      (await readAll(listOf(table), regions, region)).flatMap(({ ids: found }) => found);
    expect(await ids([poland, czechia], czechia)).toEqual(await expectedIds(table, [czechia]));
    expect(await ids([poland], czechia)).toEqual([]);
  });

  test('is read from its index, without reading all rows', async () => {
    await expectIndex(listOf(table), `${table}_region`);
  });
});

/** Orders of some companies. */
const ofCompanies = (
  companies: readonly string[],
): Parameters<typeof selectPageKeys<'orders'>>[2] => ({
  ...listOf('orders'),
  table: 'orders',
  parts: {
    column: 'company_id',
    values: sql`select id as value, regions_id as region from companies where id = any(${companies}::uuid[])`,
  },
});

const ofProduct = (product: string): Parameters<typeof selectPageKeys<'ordered_products'>>[2] => ({
  table: 'ordered_products',
  keys: ['created_at', 'uuid'],
  isDescending: true,
  where: (rows) => rows.where('product_uuid', '=', product),
});

describe('the orders of companies', () => {
  const all = [poland, czechia, turkey];
  const idsOf = (pages: Awaited<ReturnType<typeof readAll>>) => pages.flatMap(({ ids }) => ids);

  test('are those of each company', async () => {
    const { rows } = await sql<{ id: string }>`
      select id from companies where regions_id in (${poland}, ${turkey})`.execute(server.db);
    const companies = rows.map(({ id }) => id);
    const expected = await expectedIds('orders', [poland, turkey]);
    expect(expected.length).toBeGreaterThan(10);
    const pages = await readAll(ofCompanies(companies), all);
    expect(idsOf(pages)).toEqual(expected);
    expect(new Set(pages.map(({ total }) => total))).toEqual(new Set([expected.length]));
    expect(idsOf(await readAll(ofCompanies(companies), [czechia]))).toEqual([]);
    expect(idsOf(await readAll(ofCompanies(companies), [turkey]))).toEqual(
      await expectedIds('orders', [turkey]),
    );
    expect(idsOf(await readAll(ofCompanies([]), all))).toEqual([]);
  });

  test('are the same in each form of a search', async () => {
    const { name } = await server.db
      .selectFrom('orders')
      .innerJoin('companies', 'companies.id', 'orders.company_id')
      .select('companies.name')
      .where('companies.regions_id', '=', poland)
      .orderBy('orders.uuid')
      .executeTakeFirstOrThrow();
    const search = matchCompanies({ regions: all }, 'orders', name);
    if (!search) throw new Error('The company has no name.');
    const { searchCondition, rowCondition } = search;
    const [ofEach, ofFound] = [
      await readAll({ ...listOf('orders'), searchCondition, rowCondition }, all),
      await readAll({ ...listOf('orders'), searchCondition }, all),
    ];
    expect(idsOf(ofEach).length).toBeGreaterThan(0);
    expect(idsOf(ofFound)).toEqual(idsOf(ofEach));
    expect(idsOf(ofEach).length).toBeLessThan((await expectedIds('orders', all)).length);
  });

  test('are read from their index, without sorting all rows', async () => {
    await expectIndex(ofCompanies([crypto.randomUUID()]), 'orders_of_company');
  });
});

describe('the orders of a product', () => {
  /** Orders by product, read from the orders themselves. */
  const readExpected = async () => {
    const { rows } = await sql<{ product: string; ids: string[] }>`
      select product, array_agg(uuid order by created_at desc, uuid desc) as ids from (
        select distinct orders.uuid, orders.created_at, line->>'product_uuid' as product
        from orders join companies on companies.id = orders.company_id
          cross join jsonb_array_elements(contents) as line
        where not deleted and companies.regions_id in (${poland}, ${czechia})) as ordered
      group by product order by count(*) desc limit 3`.execute(server.db);
    return rows;
  };
  const expectSame = async () => {
    const expected = await readExpected();
    expect(expected.length).toBeGreaterThan(0);
    for (const { product, ids } of expected) {
      const pages = await readAll(ofProduct(product), [poland, czechia]);
      expect(pages.flatMap((page) => page.ids)).toEqual(ids);
    }
    return expected;
  };

  test('stay correct when an order changes, moves to another country or is deleted', async () => {
    const { db } = server;
    const [first] = await expectSame();
    const [changedId = '', deletedId = ''] = first?.ids ?? [];
    const set = (id: string, values: object) =>
      db.updateTable('orders').set(values).where('uuid', '=', id).execute();
    await set(changedId, { status: 4 });
    const { rows } = await sql<{ status: number }>`
      select distinct status from ordered_products where uuid = ${changedId}`.execute(db);
    expect(rows).toEqual([{ status: 4 }]);
    await set(deletedId, { deleted: true });
    const [after] = (await expectSame()).filter(({ product }) => product === first?.product);
    expect(after?.ids).not.toContain(deletedId);
    const { company_id: company } = await db
      .selectFrom('orders')
      .select('company_id')
      .where('uuid', '=', changedId)
      .executeTakeFirstOrThrow();
    const move = (region: RegionId) =>
      db.updateTable('companies').set({ regions_id: region }).where('id', '=', company).execute();
    await move(turkey);
    expect((await expectSame()).flatMap(({ ids }) => ids)).not.toContain(changedId);
    await move(poland);
    await set(deletedId, { deleted: false });
    await expectSame();
  });

  test('are read from their index', () =>
    expectIndex(ofProduct(crypto.randomUUID()), 'ordered_products_list'));
});

describe('news found by words of their titles', () => {
  /** Published news with given titles, in two countries. */
  const addTitled = async (prefix: string, count: number) => {
    await sql`insert into contents
        (uuid, region, rev, op_id, deleted, created_at, updated_at, type, content, other_images)
      select gen_random_uuid(), (array['PL', 'CZ'])[1 + n % 2],
        1000000 + n + (select coalesce(max(rev), 0) from contents), gen_random_uuid(), false,
        now() - n * interval '1 minute', now(), 'news',
        jsonb_build_object('en', jsonb_build_object('title', ${prefix}::text || ' ' || n,
          'text', '', 'youtube', null)), '{}'
      from generate_series(1, ${count}::integer) as n`.execute(server.db);
  };
  const list = (search: string) => publishedList({ status: 'published', search });
  /** Lines of the query plan that finds few rows. */
  const planOfFew = (search: string) =>
    server.db.transaction().execute(async (trx) => {
      const regions = [poland, czechia];
      const page = { cursor: null, limit: 50 };
      const keys = selectFoundKeys(scopedQueries(trx, regions), regions, list(search), page);
      const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${keys}`.execute(trx);
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    });

  beforeAll(async () => {
    await addTitled('Marmot', 5);
    await addTitled('Badger', 10_002);
    await sql`analyze contents`.execute(server.db);
  });

  test('are read from the word index', async () => {
    expect(await planOfFew('marmot')).toContain('contents_title_words');
  });

  test('are the same whether they are compared or sorted', async () => {
    const operator = { queries: scopedQueries(server.db, [poland]), regions: [poland] };
    const bothCountries = {
      queries: scopedQueries(server.db, [poland, czechia]),
      regions: [poland, czechia],
    };
    const loader = {
      load: (ids: readonly string[]) => Promise.resolve(ids.map((id) => ({ id }))),
      idOf: ({ id }: { readonly id: string }) => id,
    };
    const comparedList = list('badger');
    const sortedList = { ...comparedList, rowCondition: undefined };
    const read = (of: typeof operator, limit: number, givenList = comparedList) =>
      readRegionPage(server.db, of, { limit }, givenList, loader);
    const [fewRows, manyRows] = [await read(operator, 10), await read(bothCountries, 20)];
    expect([fewRows.meta.total, manyRows.meta.total]).toEqual([null, null]);
    const [sortedFew, sortedMany] = [
      await read(operator, 10, sortedList),
      await read(bothCountries, 20, sortedList),
    ];
    expect([sortedFew.rows, sortedMany.rows]).toEqual([fewRows.rows, manyRows.rows]);
    expect([sortedFew.meta.total, sortedMany.meta.total]).toEqual([5001, null]);
    const ofPoland = new Set(fewRows.rows.map(({ id }) => id));
    expect(manyRows.rows.filter(({ id }) => ofPoland.has(id))).toEqual(fewRows.rows);
  });
});

describe('scanned products', () => {
  /** Lines of the query plan for a serial number or project. With so few products, use of the index must be forced. */
  const planOfFound = (filters: Parameters<typeof createScannedList>[0]) =>
    server.db.transaction().execute(async (trx) => {
      await sql`set local enable_seqscan = off`.execute(trx);
      const regions = [poland, czechia];
      const page = { cursor: null, limit: 50 };
      const keys = selectFoundKeys(
        scopedQueries(trx, regions),
        regions,
        createScannedList(filters),
        page,
      );
      const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${keys}`.execute(trx);
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    });

  test('that were returned are read from their index', () =>
    expectIndex(createScannedList({ state: 'returned' }), 'scans_returned'));

  test('are found by an index of serial numbers or projects', async () => {
    expect(await planOfFound({ serial: '24A00001-0001' })).toMatch(/scans_(by_)?serial/);
    expect(await planOfFound({ project: crypto.randomUUID() })).toContain('scans_project');
  });

  test('of a company are those of its country', async () => {
    const { company_id: company } = await server.db
      .selectFrom('scans')
      .select('company_id')
      .where('region_id', '=', poland)
      .executeTakeFirstOrThrow();
    const { rows } = await sql<{ id: string }>`
      select uuid as id from scans where not deleted and company_id = ${company}
      order by created_at desc, uuid desc`.execute(server.db);
    const idsOf = async (regions: readonly RegionId[]) =>
      (await readAll(createScannedList({ company }), regions)).flatMap(({ ids }) => ids);
    expect(await idsOf([poland])).toEqual(rows.map(({ id }) => id));
    expect(await idsOf([czechia])).toEqual([]);
  });
});

test('companies to verify are read from their index, oldest first', () =>
  expectIndex(verificationQueue, 'company_search_waiting'));

test('a cursor of another list is rejected', async () => {
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
  const after = await readAll(listOf('orders'), [poland]);
  expect(after.flatMap(({ ids }) => ids)).toEqual(before);
});
