import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { regionIdOf } from '#schemas/regions.ts';
import { readFoundPage } from '#server/console/found-rows.ts';
import { scopedQueries } from '#server/console/operator-scope.ts';
import { readRegionPage } from '#server/console/region-page.ts';
import { matchCompanies } from '#server/orders/list-operator-orders.ts';
import { startConsole, type TestConsole } from './console-setup.ts';

const [poland, czechia, turkey] = [regionIdOf('PL'), regionIdOf('CZ'), regionIdOf('TR')];
const regions = [poland, czechia];

let server: TestConsole;
beforeAll(async () => {
  server = await startConsole({ demo: true });
  await addCompanies(90);
});
afterAll(() => server.close());

/** Adds copies of a table's first row with other values; `n` is the number of the copy. */
async function addCopies(
  table: 'companies' | 'orders',
  count: number,
  newValues: Readonly<Record<string, string>>,
) {
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_schema = current_schema() and table_name = ${table}
      and is_identity = 'NO' and is_generated = 'NEVER'`.execute(server.db);
  const valueOf = (name: string) => sql.raw(newValues[name] ?? `given."${name}"`);
  await sql`
    insert into ${sql.table(table)} (${sql.join(rows.map(({ name }) => sql.ref(name)))})
    select ${sql.join(rows.map(({ name }) => valueOf(name)))}
    from generate_series(1, ${sql.lit(count)}) as n
      cross join (select * from ${sql.table(table)} limit 1) as given`.execute(server.db);
}

const newCompany = {
  id: 'gen_random_uuid()',
  city: "'Opole'",
  registration_number: 'null',
  registration_key: 'null',
  registration_number_2: 'null',
  registration_key_2: 'null',
};

/** Adds companies in three countries, of which two in three have a word that starts with “dach”. */
const addCompanies = (count: number) =>
  addCopies('companies', count, {
    ...newCompany,
    name: "(array['Dachy Zet','Zet Dachy','Kominy'])[1 + n % 3] || n % 7",
    regions_id: `(array[${poland}, ${czechia}, ${turkey}])[1 + n % 5 % 3]`,
    created_at: "timestamptz '2026-01-01' + n % 40 * interval '1 hour'",
    active: 'n % 2',
  });

const sorts = {
  name: { keys: ['sort_name', 'company_id'], isDescending: false, firstWords: ['dach'] },
  '-name': { keys: ['sort_name', 'company_id'], isDescending: true, firstWords: ['dach'] },
  created_at: { keys: ['created_at', 'company_id'], isDescending: false },
  '-created_at': { keys: ['created_at', 'company_id'], isDescending: true },
} as const;
type Sort = keyof typeof sorts;

/** The ways to find the rows of a page, with the number of rows that are compared first. */
const ways = {
  'by comparing the whole list': 1000,
  'by comparing until the page is full': 20,
  'by sorting, because comparing would take long': 2,
} as const;

async function expectedIds(sort: Sort, isFiltered: boolean): Promise<string[]> {
  const direction = sql.raw(sort.startsWith('-') ? 'desc' : 'asc');
  const order = sort.endsWith('name')
    ? sql`(name like 'Dach%') desc, lower(name) collate "C" ${direction}`
    : sql`created_at ${direction}`;
  const { rows } = await sql<{ id: string }>`
    select id from companies
    where name like '%Dach%' and city = 'Opole' and regions_id = any(${regions}::integer[])
      and ${isFiltered ? sql`active = 1` : sql`true`}
    order by ${order}, id ${direction}`.execute(server.db);
  return rows.map(({ id }) => id);
}

const isFound = sql<boolean>`words @@ words_query('dach opole')`;

/** Reads all pages of the companies with the words “dach” and “opole”. */
async function readAll(sort: Sort, isFiltered: boolean, maxRows: number) {
  const scope = { db: server.db, queries: scopedQueries(server.db, regions), regions };
  const pages: { ids: string[]; total: number | null }[] = [];
  for (let cursor: readonly string[] | null = null; ;) {
    const page: Awaited<ReturnType<typeof readFoundPage>> = await readFoundPage(
      scope,
      {
        table: 'company_search',
        ...sorts[sort],
        where: (rows) => (isFiltered ? rows.where('active', '=', 1) : rows),
        ...{ searchCondition: isFound, rowCondition: isFound },
      },
      { cursor, limit: 5 },
      maxRows,
    );
    if (page.rows.length === 0) return pages;
    pages.push({ ids: page.rows.map(({ keys }) => keys.at(-1) ?? ''), total: page.total });
    cursor = page.rows.at(-1)?.keys ?? null;
  }
}

test.each(Object.keys(ways) as (keyof typeof ways)[])(
  'rows found %s are complete and in order',
  async (way) => {
    for (const sort of Object.keys(sorts) as Sort[])
      for (const isFiltered of [false, true]) {
        const expected = await expectedIds(sort, isFiltered);
        expect(expected.length).toBeGreaterThan(15);
        const pages = await readAll(sort, isFiltered, ways[way]);
        expect(pages.flatMap(({ ids }) => ids)).toEqual(expected);
        // Rows before the page aren't compared again to count them.
        for (const { total } of pages) expect([expected.length, null]).toContain(total);
        const isCounted = way !== 'by comparing until the page is full';
        expect(pages[0]?.total).toBe(isCounted ? expected.length : null);
      }
  },
);

test('orders of few found companies are merged, after newer orders of other companies', async () => {
  await addCopies('companies', 3, {
    ...newCompany,
    name: "'Rarity ' || n",
    regions_id: `(array[${poland}, ${czechia}, ${turkey}])[n]`,
  });
  const ofCompany = (name: string, time: string) => ({
    uuid: 'gen_random_uuid()',
    op_id: 'gen_random_uuid()',
    rev: '1000000 + n',
    number: `'${name}' || n`,
    created_at: `timestamptz '${time}' - n * interval '1 minute'`,
    deleted: 'false',
    company_id: `(select id from companies where name = '${name}')`,
  });
  await addCopies('orders', 4, ofCompany('Rarity 1', '2026-01-01'));
  await addCopies('orders', 4, ofCompany('Rarity 2', '2026-01-01'));
  await addCopies('orders', 2, ofCompany('Rarity 3', '2026-01-01'));
  // Add more rows than are compared for a page of one row.
  const { name } = await server.db
    .selectFrom('companies')
    .select('name')
    .where('regions_id', '=', poland)
    .where('name', 'not like', 'Rarity%')
    .groupBy('name')
    .having(({ fn }) => fn.countAll(), '=', 1)
    .executeTakeFirstOrThrow();
  await addCopies('orders', 60, ofCompany(name, '2027-01-01'));
  const { rows: expected } = await sql<{ id: string }>`
    select uuid as id from orders where number like 'Rarity 1%' or number like 'Rarity 2%'
    order by created_at desc, uuid desc`.execute(server.db);
  const ids: string[] = [];
  for (let cursor: string | undefined = ''; cursor !== undefined;) {
    const page: Awaited<ReturnType<typeof readRegionPage<'orders', { id: string }>>> =
      await readRegionPage(
        server.db,
        { queries: scopedQueries(server.db, regions), regions },
        { cursor, limit: 1 },
        {
          ...{ table: 'orders', keys: ['created_at', 'uuid'], isDescending: true },
          where: (orders) => orders.where('deleted', '=', false),
          ...matchCompanies({ regions }, 'orders', 'rarity'),
        },
        { load: (found) => Promise.resolve(found.map((id) => ({ id }))), idOf: ({ id }) => id },
      );
    // A later page that the compared rows fill isn't counted.
    expect(ids.length === 0 ? [8] : [8, null]).toContain(page.meta.total);
    ids.push(...page.rows.map(({ id }) => id));
    cursor = page.meta.next ?? undefined;
  }
  expect(ids).toEqual(expected.map(({ id }) => id));
});

test('variants are in the order of their products', async () => {
  const rows = await server.db
    .selectFrom('shop_variants')
    .select('uuid')
    .where('region_id', 'in', regions)
    .orderBy('product_name')
    .orderBy('position')
    .orderBy('uuid')
    .limit(20)
    .execute();
  const hasNumber = sql<boolean>`length(shop_variants.sku) > 0`;
  const page = await readFoundPage(
    { db: server.db, queries: scopedQueries(server.db, regions), regions },
    {
      table: 'shop_variants',
      keys: ['product_name', 'position', 'uuid'],
      isDescending: false,
      where: (variants) => variants,
      ...{ searchCondition: hasNumber, rowCondition: hasNumber },
    },
    { cursor: null, limit: 20 },
  );
  expect(page.rows.map(({ keys }) => keys.at(-1))).toEqual(rows.map(({ uuid }) => uuid));
  expect(rows).toHaveLength(20);
});

test('an operator without countries finds nothing', async () => {
  const page = await readFoundPage(
    { db: server.db, queries: scopedQueries(server.db, []), regions: [] },
    {
      table: 'company_search',
      ...sorts.name,
      where: (rows) => rows,
      searchCondition: sql<boolean>`words @@ words_query('dach')`,
    },
    { cursor: null, limit: 5 },
  );
  expect(page).toEqual({ rows: [], total: 0 });
});
