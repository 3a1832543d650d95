import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type QueryOf } from '#schemas/api/call.ts';
import { pointEvents } from '#schemas/ledger.ts';
import { ledgerParts } from '#schemas/operator/company-calls.ts';
import { operatorCalls } from '#schemas/operator/operator-calls.ts';
import { regionIdOf } from '#schemas/regions.ts';
import { scopedQueries } from '#server/console/operator-scope.ts';
import { selectPageKeys } from '#server/console/region-page.ts';
import { toJsonb } from '#server/db/jsonb.ts';
import { dryRun } from '#server/setup/lock-country.ts';
import { buildLedgerConditions } from '#server/points/operator-ledger-handlers.ts';
import { grantsOf, startConsole, type TestConsole } from './console-setup.ts';

const [poland, czechia] = [regionIdOf('PL'), regionIdOf('CZ')];
type Filters = Omit<QueryOf<typeof operatorCalls.sumLedger>, 'region'>;

let server: TestConsole;
let finance: string;
let company: string;
beforeAll(async () => {
  server = await startConsole({ demo: true, variables: { RATE_LIMIT_FACTOR: '100000' } });
  finance = await server.startSession(await server.addOperator(grantsOf('finance', [poland])));
  const first = await server.db
    .selectFrom('ledger')
    .select(['company_id', 'uuid'])
    .where('region_id', '=', poland)
    .where('event', '=', 'project_closed')
    .orderBy('uuid')
    .executeTakeFirstOrThrow();
  company = first.company_id;
  const campaign = { id: 'spring', name_translated: { en: 'Spring' } };
  await sql`update ledger set event = 'campaign', campaign = ${toJsonb(campaign)}
    where uuid = ${first.uuid}`.execute(server.db);
});
afterAll(() => server.close());

/** Reads all lines, page by page. */
async function readAll(filters: Filters) {
  const lines = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const query = { region: poland, limit: 60, cursor, ...filters };
    const { result }: Awaited<ReturnType<typeof readPage>> = await readPage(query);
    lines.push(...result.data);
    cursor = result.meta.next;
  }
  return lines;
}
const readPage = (query: QueryOf<typeof operatorCalls.listLedger>) =>
  server.operate(operatorCalls.listLedger, { query }, finance);
const sum = async (filters: Filters) => {
  const query = { region: poland, ...filters };
  return (await server.operate(operatorCalls.sumLedger, { query }, finance)).result;
};

test('the sum is exactly that of the listed lines, for each filter', async () => {
  const all = await readAll({});
  const { total } = await server.db
    .selectFrom('ledger')
    .innerJoin('companies', 'companies.id', 'ledger.company_id')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('companies.regions_id', '=', poland)
    .executeTakeFirstOrThrow();
  expect([all.length, new Set(all.map(({ id }) => id)).size]).toEqual([total, total]);
  expect(all.map(({ at }) => at)).toEqual(
    all
      .map(({ at }) => at)
      .toSorted()
      .toReversed(),
  );
  const expected = (matches: (line: (typeof all)[number]) => boolean) => all.filter(matches);
  const days = { from: '2026-02-01', until: '2026-03-31' };
  const cases: [Filters, (line: (typeof all)[number]) => boolean][] = [
    ...ledgerParts.map((part): (typeof cases)[number] => [{ part }, (line) => line.part === part]),
    ...pointEvents.map((event): (typeof cases)[number] => [
      { event },
      (line) => line.event === event,
    ]),
    [{ company }, (line) => line.company.id === company],
    [{ campaign: 'spring' }, (line) => line.campaign?.['en'] === 'Spring'],
    [{ campaign: 'other' }, () => false],
    [days, ({ at }) => at >= '2026-01-31T23:00:00.000Z' && at < '2026-03-31T22:00:00.000Z'],
  ];
  for (const [filters, matches] of cases) {
    const lines = expected(matches);
    expect((await readAll(filters)).map(({ id }) => id)).toEqual(lines.map(({ id }) => id));
    const points = lines.reduce((total_, line) => total_ + line.points, 0);
    expect(await sum(filters)).toEqual({ lines: lines.length, points });
  }
  expect(expected(cases.at(-1)?.[1] ?? (() => false)).length).toBeGreaterThan(0);
});

test('each points figure in a report is the sum of the linked lines', async () => {
  const query = { region: poland, period: '2026' };
  const { result } = await server.operate(operatorCalls.readReport, { query }, finance);
  const figures = result.subjects.find(({ subject }) => subject === 'points')?.figures ?? [];
  const valueOf = (name: string) => figures.find(({ figure }) => figure === name)?.value;
  const { from, until } = result.period;
  for (const part of ledgerParts)
    expect((await sum({ part, from, until })).points).toBe(valueOf(part));
  expect((await sum({ until: '2025-12-31' })).points).toBe(valueOf('opening'));
  expect((await sum({ until })).points).toBe(valueOf('closing'));
  expect(valueOf('earned')).toBeGreaterThan(0);
});

test('another country’s ledger isn’t found, and lines move with their company', async () => {
  const query = { region: czechia };
  expect((await server.operate(operatorCalls.listLedger, { query }, finance)).code).toBe(
    'not_found',
  );
  expect((await server.operate(operatorCalls.sumLedger, { query }, finance)).code).toBe(
    'not_found',
  );
  const { lines } = await sum({ company });
  expect(lines).toBeGreaterThan(0);
  const move = (regions_id: typeof poland) =>
    server.db.updateTable('companies').set({ regions_id }).where('id', '=', company).execute();
  await move(czechia);
  expect(await sum({ company })).toEqual({ lines: 0, points: 0 });
  await move(poland);
  expect((await sum({ company })).lines).toBe(lines);
});

test.each([
  ['ledger_region', {}],
  ['ledger_part', { part: 'corrected' }],
  ['ledger_event', { event: 'campaign' }],
  ['ledger_campaign', { campaign: 'spring' }],
  ['ledger_import', { import: '00000000-0000-4000-8000-000000000001' }],
] satisfies [string, Filters][])('a page comes from the index %s', async (index, filters) => {
  const plan = await dryRun(server.db, async (trx) => {
    // The demo's tables are so small that reading and sorting them whole is faster.
    for (const kind of ['seqscan', 'bitmapscan', 'sort', 'incremental_sort'])
      await sql.raw(`set local enable_${kind} = off`).execute(trx);
    // Drop the general index, which PostgreSQL might prefer for so few rows.
    if (index !== 'ledger_region') await sql`drop index ledger_region`.execute(trx);
    const conditions = buildLedgerConditions({ region: poland, ...filters });
    const query = selectPageKeys(
      scopedQueries(trx, [poland]),
      [poland],
      {
        ...{ table: 'ledger', keys: ['created_at', 'uuid'], isDescending: true },
        where: (rows) => conditions.reduce((found, condition) => found.where(condition), rows),
      },
      { cursor: null, limit: 50 },
    );
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${query}`.execute(trx);
    return rows.map((row) => row['QUERY PLAN']);
  });
  expect(plan.filter((line) => line.includes(`using ${index} `))).toHaveLength(1);
});
