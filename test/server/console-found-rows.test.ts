import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { regionIdOf } from '#schemas/regions.ts';
import { readFoundPage } from '#server/console/found-rows.ts';
import { scopedQueries } from '#server/console/operator-scope.ts';
import { startConsole, type TestConsole } from './console-setup.ts';

const [poland, czechia, turkey] = [regionIdOf('PL'), regionIdOf('CZ'), regionIdOf('TR')];
const regions = [poland, czechia];

let server: TestConsole;
beforeAll(async () => {
  server = await startConsole({ demo: true });
  await addCompanies(server.db, 90);
});
afterAll(() => server.close());

/** Adds companies in three countries, of which two in three have a word that starts with “dach”. */
async function addCompanies(db: TestConsole['db'], count: number) {
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_schema = current_schema() and table_name = 'companies'
      and is_identity = 'NO' and is_generated = 'NEVER'`.execute(db);
  const changed: Readonly<Record<string, string>> = {
    id: 'gen_random_uuid()',
    name: "(array['Dachy Zet','Zet Dachy','Kominy'])[1 + n % 3] || n % 7",
    city: "'Opole'",
    regions_id: `(array[${poland}, ${czechia}, ${turkey}])[1 + n % 5 % 3]`,
    created_at: "timestamptz '2026-01-01' + n % 40 * interval '1 hour'",
    active: 'n % 2',
    registration_number: 'null',
    registration_key: 'null',
    registration_number_2: 'null',
    registration_key_2: 'null',
  };
  const valueOf = (name: string) => sql.raw(changed[name] ?? `given."${name}"`);
  await sql`
    insert into companies (${sql.join(rows.map(({ name }) => sql.ref(name)))})
    select ${sql.join(rows.map(({ name }) => valueOf(name)))}
    from generate_series(1, ${sql.lit(count)}) as n
      cross join (select * from companies limit 1) as given`.execute(db);
}

const sorts = {
  name: { keys: ['sort_name', 'company_id'], isDescending: false, firstWords: ['dach'] },
  '-name': { keys: ['sort_name', 'company_id'], isDescending: true, firstWords: ['dach'] },
  created_at: { keys: ['created_at', 'company_id'], isDescending: false },
  '-created_at': { keys: ['created_at', 'company_id'], isDescending: true },
} as const;
type Sort = keyof typeof sorts;

/** How the rows of a page are found, by the number of rows compared first. */
const ways = {
  'the whole list is compared': 1000,
  'compared until the page is full': 20,
  'sorted, as comparing would take long': 2,
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
async function readAll(sort: Sort, isFiltered: boolean, most: number) {
  const scope = { db: server.db, queries: scopedQueries(server.db, regions), regions };
  const pages: { ids: string[]; total: number | null }[] = [];
  for (let cursor: readonly string[] | null = null; ;) {
    const page: Awaited<ReturnType<typeof readFoundPage>> = await readFoundPage(
      scope,
      {
        table: 'company_search',
        ...sorts[sort],
        where: (rows) => (isFiltered ? rows.where('active', '=', 1) : rows),
        ...{ found: isFound, compared: isFound },
      },
      { cursor, limit: 5 },
      most,
    );
    if (page.rows.length === 0) return pages;
    pages.push({ ids: page.rows.map(({ keys }) => keys.at(-1) ?? ''), total: page.total });
    cursor = page.rows.at(-1)?.keys ?? null;
  }
}

test.each(Object.keys(ways) as (keyof typeof ways)[])(
  'found rows are complete and in order: %s',
  async (way) => {
    for (const sort of Object.keys(sorts) as Sort[])
      for (const isFiltered of [false, true]) {
        const expected = await expectedIds(sort, isFiltered);
        expect(expected.length).toBeGreaterThan(15);
        const pages = await readAll(sort, isFiltered, ways[way]);
        expect(pages.flatMap(({ ids }) => ids)).toEqual(expected);
        // Rows before the page aren't compared again to count them.
        for (const { total } of pages) expect([expected.length, null]).toContain(total);
        const isCounted = way !== 'compared until the page is full';
        expect(pages[0]?.total).toBe(isCounted ? expected.length : null);
      }
  },
);

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
      ...{ found: hasNumber, compared: hasNumber },
    },
    { cursor: null, limit: 20 },
  );
  expect(page.rows.map(({ keys }) => keys.at(-1))).toEqual(rows.map(({ uuid }) => uuid));
  expect(rows).toHaveLength(20);
});

test('without countries, nothing is found', async () => {
  const page = await readFoundPage(
    { db: server.db, queries: scopedQueries(server.db, []), regions: [] },
    {
      table: 'company_search',
      ...sorts.name,
      where: (rows) => rows,
      found: sql<boolean>`words @@ words_query('dach')`,
    },
    { cursor: null, limit: 5 },
  );
  expect(page).toEqual({ rows: [], total: 0 });
});
