/** Response times of all console lists with many rows, for every filter and order. */
import { sql } from 'kysely';
import { Client } from 'pg';
import { type OperatorCall } from '#schemas/operator/operator-call.ts';
import { operatorCalls } from '#schemas/operator/operator-calls.ts';
import { openDatabase } from '#server/db/database.ts';
import { type OpenDatabase } from '#server/db/embedded-engine.ts';
import { migrate } from '#server/db/migrate.ts';
import { regionIdOf } from '#schemas/regions.ts';
import type { TestConsole } from '#test/server/console-setup.ts';
import { fill } from '#test/setup/fill-database.ts';
import { providePostgres } from '#test/setup/postgres.ts';
import type { BenchRow } from './bench-row.ts';
import { formatMs } from './device-load.ts';
import { growLists } from './grow-lists.ts';
import { growOperatorRecords } from './grow-operator-records.ts';
import { listInputs, type ListInput, SECOND_PAGE } from './list-inputs.ts';
import { percentile } from './percentile.ts';
import { startProgress } from './progress.ts';

/** Number of rows in the largest tables; `ROWS=20000` for a quick run. */
const ROWS = Number(process.env['ROWS'] ?? 1_000_000);
/** Calls to measure, such as `LISTS=listOrders,listLedger`; null for all. */
const LISTS = process.env['LISTS']?.split(',') ?? null;
/** URL of a PostgreSQL database to reuse, so that later runs needn't copy the rows again; null for a new database. */
const REUSED_DATABASE = process.env['KEPT_DATABASE'] ?? null;
/**
 * Number of measured responses of each list. The first response, which includes query planning and disk reads, isn't
 * counted.
 */
const ROUNDS = Number(process.env['ROUNDS'] ?? 8);
const GOAL_MS = 200;

/** Durations of one input in ms, and the rows and pages that PostgreSQL read for one response. */
interface InputMeasurement {
  readonly input: ListInput;
  readonly p95: number;
  readonly median: number;
  readonly rows: number;
  readonly pages: number;
}

export async function run(): Promise<BenchRow[]> {
  const log = startProgress('console-lists');
  const postgres = REUSED_DATABASE === null ? await providePostgres() : null;
  process.env['TEST_DATABASE'] = 'postgres';
  process.env['TEST_DATABASE_URL'] = postgres?.url ?? REUSED_DATABASE ?? '';
  try {
    // Imported late: the module selects the database engine when it loads.
    const { grantsOf, startConsole } = await import('#test/server/console-setup.ts');
    const variables = { RATE_LIMIT_FACTOR: '100000' };
    const source =
      REUSED_DATABASE === null
        ? { demo: true }
        : { database: await openReusedDatabase(REUSED_DATABASE) };
    const server = await startConsole({ variables, ...source });
    const operator = await server.addOperator(grantsOf('administrator'));
    if (!(await isGrown(server))) {
      for (let count = 0; count < 20; count += 1) await server.addOperator(grantsOf('reviewer'));
      await grow(server, growLists, log);
    }
    await grow(server, growOperatorRecords, log);
    await addAwardFile(server);
    const token = await server.startSession(operator);
    const rows = await measureLists(server, token, log);
    await server.close();
    return rows;
  } finally {
    await postgres?.stop();
  }
}

/** Opens a database for several runs. The first one creates and fills it; later ones only migrate it. */
async function openReusedDatabase(url: string): Promise<OpenDatabase> {
  const client = new Client({ connectionString: new URL('/postgres', url).href });
  await client.connect();
  const name = new URL(url).pathname.slice(1);
  const { rows } = await client.query('select from pg_database where datname = $1', [name]);
  if (rows.length === 0) await client.query(`create database ${client.escapeIdentifier(name)}`);
  await client.end();
  const settings = { url, directory: null, poolSize: 10 };
  const unlimitedDatabase = await openDatabase({ ...settings, statementTimeoutMs: null });
  await (rows.length === 0 ? fill.demo(unlimitedDatabase.db) : migrate(unlimitedDatabase.db));
  await unlimitedDatabase.close();
  return openDatabase(settings);
}

/** True if the database contains the rows that are copied last. */
async function isGrown({ db }: TestConsole): Promise<boolean> {
  const { rows } = await sql`select from operator_audit where at < '2023-10-03' limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

/** Measures all lists of the console. */
export async function measureLists(
  server: TestConsole,
  token: string,
  log: (line: string) => void,
): Promise<BenchRow[]> {
  const records = await findRecords(server);
  const rows: BenchRow[] = [];
  const all: readonly OperatorCall[] = Object.values(operatorCalls);
  for (const call of all.filter(({ id }) => LISTS === null || LISTS.includes(id))) {
    const measurements: InputMeasurement[] = [];
    for (const input of listInputs(call, records)) {
      const measurement = await measure(server, call, input, token);
      if (measurement === null) continue;
      measurements.push(measurement);
      const times = `${formatMs(measurement.median)} | ${formatMs(measurement.p95)}`;
      const query = JSON.stringify(input.query);
      log(`| ${call.id} | ${query} | ${measurement.rows} | ${measurement.pages} | ${times} |`);
    }
    if (measurements.length > 0) rows.push(rowOf(call, measurements));
  }
  return rows;
}

async function grow(
  { db }: TestConsole,
  addRows: typeof growLists,
  log: (line: string) => void,
): Promise<void> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db);
  const url = new URL(process.env['TEST_DATABASE_URL'] ?? '');
  url.pathname = rows[0]?.name ?? '';
  const client = new Client({ connectionString: url.href });
  await client.connect();
  await addRows(client, ROWS, (table, count) => log(`${table}: ${count} rows`));
  await client.end();
}

/** Lines of the award file that the ledger is filtered by. */
const AWARD_LINES = 10_000;

/** Adds lines to an award file, as if it had added entries of the ledger. */
async function addAwardFile({ db }: TestConsole): Promise<void> {
  await sql`
    insert into import_award_rows (import_uuid, line, company_id, event, points, ledger_uuid, applied_at)
    select file.uuid, 1000 + row_number() over (), entry.* from
      (select uuid from imports where kind = 'awards' order by uuid limit 1) as file
      cross join (select distinct on (company_id) company_id, event, points, uuid, created_at
        from ledger where points > 0 order by company_id limit ${AWARD_LINES}) as entry
    on conflict do nothing`.execute(db);
}

/** Tables whose records all have lists of similar size, by the name of their records in paths. */
const tables: Readonly<Record<string, string>> = {
  announcement: 'announcements',
  approval: 'operator_approvals',
  card: 'club_cards',
  certificate: 'warranty_certificates',
  chat: 'support_chats',
  content: 'contents',
  held_lot: 'held_lots',
  lead: 'leads',
  lead_request: 'lead_requests',
  order: 'orders',
  product_category: 'shop_categories',
  project: 'projects',
  scan: 'scans',
  survey: 'surveys',
  variant: 'shop_variants',
};

/** Finds a record for each parameter used in calls; the busiest one where there are many. */
async function findRecords({ db }: TestConsole): Promise<Readonly<Record<string, string>>> {
  const busiest = async (table: string, column: string) => {
    const { rows } = await sql<{ id: string }>`
      select ${sql.raw(column)} as id from ${sql.table(table)} where ${sql.raw(column)} is not null
      group by 1 order by count(*) desc limit 1`.execute(db);
    return rows[0]?.id ?? '';
  };
  const anyOf = async (table: string) => {
    // Discarded announcements aren't found.
    const isFound = table === 'announcements' ? sql`state <> 'discarded'` : sql`true`;
    const { rows } = await sql<{ id: string }>`
      select uuid as id from ${sql.table(table)} where ${isFound} order by uuid limit 1`.execute(
      db,
    );
    return rows[0]?.id ?? '';
  };
  const recordIds: Record<string, string> = {
    company: await busiest('orders', 'company_id'),
    product: await busiest('ordered_products', 'product_uuid'),
    category: await busiest('shop_products', 'category_uuid'),
    operator: await busiest('operator_audit', 'operator_id'),
    installer: await busiest('support_chats', 'user_id'),
    region: String(regionIdOf('PL')),
    person: await busiest('audit_people', 'person_id'),
    project: await busiest('scans', 'projects_id'),
    record: await busiest('operator_audit', 'record_id'),
    campaign: (await busiest('ledger', "campaign ->> 'id'")) || 'none',
    import: await busiest('import_award_rows', 'import_uuid'),
  };
  recordIds['id'] = recordIds['campaign'] ?? '';
  recordIds['campaigns'] = `PL-${recordIds['campaign']}`;
  recordIds['imports'] = recordIds['import'] ?? '';
  for (const [kind, table] of Object.entries(tables)) recordIds[kind] = await anyOf(table);
  return recordIds;
}

async function measure(
  server: TestConsole,
  call: OperatorCall,
  input: ListInput,
  token: string,
): Promise<InputMeasurement | null> {
  const { query } = input;
  if (query['cursor'] === SECOND_PAGE) {
    const first = { ...input, query: { ...query, cursor: '' } };
    const { status, result } = await server.operate(call, first as never, token);
    const next = status === 200 ? (result as { meta: { next: string | null } }).meta.next : null;
    // The list has only one page.
    if (next === null) return null;
    const second = { ...input, query: { ...query, cursor: next } };
    return measure(server, call, second, token);
  }
  const times: number[] = [];
  let before = { rows: 0, pages: 0 };
  for (let round = 0; round <= ROUNDS; round += 1) {
    if (round === ROUNDS) before = await countReads(server);
    const startedAt = performance.now();
    const { status, errors } = await server.operate(call, input as never, token);
    // The input doesn't fit, for example a campaign in another country.
    if (status === 404) return null;
    // A list that exceeds the database's time limit counts as infinitely slow.
    if (status === 503) return { input, p95: Infinity, median: Infinity, rows: 0, pages: 0 };
    if (status !== 200) {
      const failure = server.log.findLast((line) => line.includes('"level":"error"')) ?? '';
      throw new Error(`${call.id} ${JSON.stringify(input)}: ${JSON.stringify(errors)} ${failure}`);
    }
    if (round > 0) times.push(performance.now() - startedAt);
  }
  const after = await countReads(server);
  const [rows, pages] = [after.rows - before.rows, after.pages - before.pages];
  return { input, p95: percentile(times, 0.95), median: percentile(times, 0.5), rows, pages };
}

/**
 * Counts the rows and 8 kB pages that the database session has read. The pool reuses one session for requests in
 * sequence.
 */
async function countReads({ services: { db } }: TestConsole) {
  await sql`select pg_stat_force_next_flush()`.execute(db);
  const { rows } = await sql<{ rows: number; pages: number }>`
    select
      (select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::float8 from pg_stat_user_tables) as rows,
      (select sum(heap_blks_read + heap_blks_hit + coalesce(idx_blks_read + idx_blks_hit, 0)
        + coalesce(toast_blks_read + toast_blks_hit, 0))::float8
        from pg_statio_user_tables) as pages`.execute(db);
  return rows[0] ?? { rows: 0, pages: 0 };
}

function rowOf({ id }: OperatorCall, measurements: readonly InputMeasurement[]): BenchRow {
  const [slowest] = measurements.toSorted((a, b) => b.p95 - a.p95);
  if (!slowest) throw new Error(`${id} has no inputs.`);
  const slowInputs = measurements.filter(({ p95 }) => p95 > GOAL_MS);
  return {
    figure: `${id}: slowest of ${measurements.length} filters and orders, p95`,
    goal: `≤ ${GOAL_MS} ms`,
    result: formatMs(slowest.p95),
    met: slowInputs.length === 0,
    note:
      `at most ${Math.max(...measurements.map(({ rows }) => rows))} rows and ${Math.max(...measurements.map(({ pages }) => pages))} pages; ` +
      `slowest ${JSON.stringify(slowest.input.query)}, median ${formatMs(slowest.median)}` +
      (slowInputs.length > 1
        ? `; also ${slowInputs
            .filter((found) => found !== slowest)
            .map(({ input, p95 }) => `${JSON.stringify(input.query)} ${formatMs(p95)}`)
            .join(', ')}`
        : ''),
  };
}
