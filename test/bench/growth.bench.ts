/** Size of the growing tables, and response times for one company among many. */
import { sql } from 'kysely';
import { calls } from '#schemas/api/calls.ts';
import { type Call } from '#schemas/api/call.ts';
import { demoAccounts } from '#server/demo/accounts.ts';
import { growTables, countSequentialReads } from '#test/server/growing-tables.ts';
import type { TestApp } from '#test/server/test-app.ts';
import { providePostgres } from '#test/setup/postgres.ts';
import type { BenchRow } from './bench-row.ts';
import { formatMs } from './device-load.ts';
import { percentile } from './percentile.ts';
import { startProgress } from './progress.ts';

/** Growth factor of the tables: 16 is about a million scans, 166 ten million (`GROWTH=166`). */
const FACTOR = Number(process.env['GROWTH'] ?? 16);
const ROUNDS = 60;
const GOAL_MS = 50;
const FREQUENT_CALLS: readonly Call[] = [
  calls.listProjects,
  calls.listScans,
  calls.listPointsHistory,
  calls.listNotifications,
];

export async function run(): Promise<BenchRow[]> {
  const log = startProgress('growth');
  const postgres = await providePostgres();
  process.env['TEST_DATABASE'] = 'postgres';
  process.env['TEST_DATABASE_URL'] = postgres.url;
  try {
    // Imported late: the module selects the database engine when it loads.
    const { startTestApp } = await import('#test/server/test-app.ts');
    const server = await startTestApp({
      variables: { RATE_LIMIT_FACTOR: '100000' },
      demo: true,
    });
    const grownTables = await growTables(server.db, FACTOR);
    log('the tables have grown');
    const scans = (grownTables.get('scans') ?? 0).toLocaleString('en');
    const rows = await measureRowSizes(server, grownTables);
    const before = await countSequentialReads(server.db);
    rows.push(...(await measureWaits(server, scans)));
    rows.push(fullScanRow([...grownTables.keys()], before, await countSequentialReads(server.db)));
    await server.close();
    return rows;
  } finally {
    await postgres.stop();
  }
}

async function measureRowSizes(
  { db }: TestApp,
  grownTables: ReadonlyMap<string, number>,
): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const [table, count] of grownTables) {
    const { rows: sizes } = await sql<{ tableBytes: number; bareBytes: number }>`
      select pg_total_relation_size(${table}::regclass)::float8 as "tableBytes",
        pg_table_size(${table}::regclass)::float8 as "bareBytes"`.execute(db);
    const { tableBytes = 0, bareBytes = 0 } = sizes[0] ?? {};
    rows.push({
      figure: `${table}: bytes of a row with its indexes`,
      goal: '–',
      result: `${Math.round(tableBytes / count)} B`,
      met: null,
      note: `${Math.round(bareBytes / count)} B without; ${count.toLocaleString('en')} rows`,
    });
  }
  return rows;
}

/** Reports how many rows were read by full table scans instead of indexes. */
function fullScanRow(
  tables: readonly string[],
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
): BenchRow {
  const rowsRead = tables.map((table) => (after.get(table) ?? 0) - (before.get(table) ?? 0));
  const sum = rowsRead.reduce((all, rows) => all + rows, 0);
  return {
    figure: 'rows that these calls read by full table scans',
    goal: '0',
    result: sum.toLocaleString('en'),
    met: sum === 0,
    note: 'as PostgreSQL counts',
  };
}

async function measureWaits(server: TestApp, scans: string): Promise<BenchRow[]> {
  const { requestOf } = await import('#test/server/test-app.ts');
  const { email, region } = demoAccounts.polishOwner;
  const { token } = await server.signInByEmail(email, region);
  const rows: BenchRow[] = [];
  for (const call of FREQUENT_CALLS) {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const startedAt = performance.now();
      const input = { query: { limit: 200, since: '' } };
      const response = await server.app.inject(requestOf(call, input as never, token));
      if (response.statusCode !== 200) throw new Error(response.body);
      times.push(performance.now() - startedAt);
    }
    const median = percentile(times, 0.5);
    rows.push({
      figure: `${call.method} ${call.path} for one company from the start, with ${scans} scans overall`,
      goal: `≤ ${GOAL_MS} ms`,
      result: formatMs(median),
      met: median <= GOAL_MS,
      note: `median of ${ROUNDS}, p95 ${formatMs(percentile(times, 0.95))}`,
    });
  }
  return rows;
}
