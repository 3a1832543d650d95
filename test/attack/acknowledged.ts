import { type Kysely, sql } from 'kysely';
import { type ScanSave } from '#schemas/scan.ts';
import { type Database } from '#server/db/tables.ts';
import { loadCompanyBalance } from '#server/points/ledger.ts';

/** Writes acknowledged to honest users. */
export interface AcknowledgedWrites {
  /** Company of each project. */
  readonly projects: Map<string, string>;
  readonly scans: Map<string, ScanSave>;
  /** Text of each message. */
  readonly messages: Map<string, string>;
  /** Latest surname of each person. */
  readonly surnames: Map<string, string>;
  /** Valid requests that were rejected. */
  readonly rejections: string[];
}

export function emptyAcknowledgedWrites(): AcknowledgedWrites {
  return {
    projects: new Map(),
    scans: new Map(),
    messages: new Map(),
    surnames: new Map(),
    rejections: [],
  };
}

/** Counts the rows of the honest companies. */
export async function countRows(db: Kysely<Database>, companies: readonly string[]) {
  const counts: Record<string, number> = {};
  for (const table of ['projects', 'scans', 'support_chats'] as const) {
    const { rows } = await sql<{ count: number }>`
      select count(*) from ${sql.table(table)} where company_id = any(${[...companies]})`.execute(
      db,
    );
    counts[table] = rows[0]?.count ?? 0;
  }
  return counts;
}

/**
 * Finds acknowledged writes that are lost, duplicated or changed; one sentence each.
 * @param before row counts at the start
 */
export async function findLostWrites(
  db: Kysely<Database>,
  { projects, scans, messages, surnames, rejections }: AcknowledgedWrites,
  { companies, before }: { companies: readonly string[]; before: Record<string, number> },
): Promise<string[]> {
  const problems = [...rejections];
  const storedProjects = await db
    .selectFrom('projects')
    .select(['uuid', 'company_id'])
    .where('uuid', 'in', idsOf(projects))
    .execute();
  problems.push(...findDifferences('project', projects, storedProjects, (row) => row.company_id));
  const storedScans = await db
    .selectFrom('scans')
    .select(['uuid', 'serial_number', 'projects_id', 'deleted'])
    .where('uuid', 'in', idsOf(scans))
    .execute();
  const savedTexts = new Map([...scans].map(([uuid, scan]) => [uuid, scanState(scan)]));
  problems.push(...findDifferences('scan', savedTexts, storedScans, scanState));
  const storedMessages = await db
    .selectFrom('support_messages')
    .select(['uuid', 'message'])
    .where('uuid', 'in', idsOf(messages))
    .execute();
  problems.push(...findDifferences('message', messages, storedMessages, ({ message }) => message));
  const users = await db
    .selectFrom('installers')
    .select(['id as uuid', 'surname'])
    .where('id', 'in', idsOf(surnames))
    .execute();
  problems.push(...findDifferences('surname', surnames, users, ({ surname }) => surname));
  const countsAfter = await countRows(db, companies);
  const acknowledgedCounts = { projects: projects.size, scans: scans.size };
  for (const [table, count] of Object.entries(acknowledgedCounts)) {
    const addedCount = (countsAfter[table] ?? 0) - (before[table] ?? 0);
    if (addedCount !== count)
      problems.push(`${count} ${table} were acknowledged, ${addedCount} were added`);
  }
  return problems;
}

function scanState(
  scan: Pick<ScanSave, 'serial_number' | 'projects_id'> & { readonly deleted: boolean },
): string {
  return [scan.serial_number, scan.projects_id, scan.deleted].join(' ');
}

/** Returns the keys, or an id that doesn't exist if there are none. */
function idsOf(byId: ReadonlyMap<string, unknown>): string[] {
  return byId.size > 0 ? [...byId.keys()] : ['00000000-0000-4000-8000-000000000000'];
}

function findDifferences<Row extends { readonly uuid: string }>(
  kind: string,
  expected: ReadonlyMap<string, string>,
  rows: readonly Row[],
  valueOf: (row: Row) => string,
): string[] {
  const actual = new Map(rows.map((row) => [row.uuid, valueOf(row)]));
  return [...expected]
    .filter(([uuid, value]) => actual.get(uuid) !== value)
    .map(([uuid, value]) => `${kind} ${uuid} should be ${value}, but is ${actual.get(uuid)}`);
}

/** Finds inconsistent points, stocks and serial numbers of any account; one sentence each. */
export async function findInconsistentAccounts(db: Kysely<Database>): Promise<string[]> {
  const { rows } = await sql<{ company: string; balance: number }>`
    select company_id as company,
      sum(case variation when 'positive' then points else -points end) as balance
    from ledger group by company_id`.execute(db);
  const problems: string[] = [];
  for (const { company, balance } of rows) {
    if (Number(balance) < 0) problems.push(`company ${company} has ${balance} points`);
    const displayedBalance = await loadCompanyBalance(db, company);
    if (displayedBalance !== Number(balance)) {
      problems.push(
        `company ${company} sees ${displayedBalance} points, its ledger has ${balance}`,
      );
    }
  }
  const duplicates = await sql<{ serial: string }>`
    select serial_number as serial from scans
    where not deleted and is_unique and serial_number is not null and flag <> 'rejected'
    group by serial_number having count(*) > 1`.execute(db);
  problems.push(...duplicates.rows.map(({ serial }) => `${serial} counts more than once`));
  const oversold = await db
    .selectFrom('shop_variants')
    .select('uuid')
    .where('stock', '<', 0)
    .execute();
  problems.push(...oversold.map(({ uuid }) => `variant ${uuid} was oversold`));
  const keys = await sql<{ key: string }>`
    select order_uuid as key from ledger where event = 'order_reservation' and variation = 'reserved'
    group by order_uuid having count(*) > 1`.execute(db);
  return [...problems, ...keys.rows.map(({ key }) => `order ${key} was reserved more than once`)];
}
