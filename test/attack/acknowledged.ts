import { type Kysely, sql } from 'kysely';
import { type ScanSave } from '#schemas/scan.ts';
import { type Database } from '#server/db/tables.ts';
import { companyBalance } from '#server/points/ledger.ts';

/** Every write that was acknowledged to honest users. */
export interface Acknowledged {
  /** Company of each project. */
  readonly projects: Map<string, string>;
  readonly scans: Map<string, ScanSave>;
  /** Text of each message. */
  readonly messages: Map<string, string>;
  /** Latest surname of each person. */
  readonly surnames: Map<string, string>;
  /** Valid requests that were rejected. */
  readonly refusals: string[];
}

export function nothingAcknowledged(): Acknowledged {
  return {
    projects: new Map(),
    scans: new Map(),
    messages: new Map(),
    surnames: new Map(),
    refusals: [],
  };
}

/** Counts the rows of the honest companies. */
export async function amountsOf(db: Kysely<Database>, companies: readonly string[]) {
  const amounts: Record<string, number> = {};
  for (const table of ['projects', 'scans', 'support_chats'] as const) {
    const { rows } = await sql<{ count: number }>`
      select count(*) from ${sql.table(table)} where company_id = any(${[...companies]})`.execute(
      db,
    );
    amounts[table] = rows[0]?.count ?? 0;
  }
  return amounts;
}

/**
 * Finds acknowledged writes that are lost, duplicated or changed; one sentence each.
 * @param before row counts at the start
 */
export async function brokenPromises(
  db: Kysely<Database>,
  { projects, scans, messages, surnames, refusals }: Acknowledged,
  { companies, before }: { companies: readonly string[]; before: Record<string, number> },
): Promise<string[]> {
  const broken = [...refusals];
  const heldProjects = await db
    .selectFrom('projects')
    .select(['uuid', 'company_id'])
    .where('uuid', 'in', some(projects))
    .execute();
  broken.push(...missing('project', projects, heldProjects, (row) => row.company_id));
  const heldScans = await db
    .selectFrom('scans')
    .select(['uuid', 'serial_number', 'projects_id', 'deleted'])
    .where('uuid', 'in', some(scans))
    .execute();
  const saved = new Map([...scans].map(([uuid, scan]) => [uuid, placeOf(scan)]));
  broken.push(...missing('scan', saved, heldScans, placeOf));
  const heldMessages = await db
    .selectFrom('support_messages')
    .select(['uuid', 'message'])
    .where('uuid', 'in', some(messages))
    .execute();
  broken.push(...missing('message', messages, heldMessages, ({ message }) => message));
  const people = await db
    .selectFrom('installers')
    .select(['id as uuid', 'surname'])
    .where('id', 'in', some(surnames))
    .execute();
  broken.push(...missing('surname', surnames, people, ({ surname }) => surname));
  const after = await amountsOf(db, companies);
  const made = { projects: projects.size, scans: scans.size };
  for (const [table, count] of Object.entries(made)) {
    const more = (after[table] ?? 0) - (before[table] ?? 0);
    if (more !== count) broken.push(`${count} ${table} were acknowledged, ${more} were made`);
  }
  return broken;
}

function placeOf(
  scan: Pick<ScanSave, 'serial_number' | 'projects_id'> & { readonly deleted: boolean },
): string {
  return [scan.serial_number, scan.projects_id, scan.deleted].join(' ');
}

/** Returns the keys, or an id that doesn't exist if there are none. */
function some(known: ReadonlyMap<string, unknown>): string[] {
  return known.size > 0 ? [...known.keys()] : ['00000000-0000-4000-8000-000000000000'];
}

function missing<Row extends { readonly uuid: string }>(
  what: string,
  promised: ReadonlyMap<string, string>,
  rows: readonly Row[],
  valueOf: (row: Row) => string,
): string[] {
  const held = new Map(rows.map((row) => [row.uuid, valueOf(row)]));
  return [...promised]
    .filter(([uuid, value]) => held.get(uuid) !== value)
    .map(([uuid, value]) => `${what} ${uuid} should be ${value}, and is ${held.get(uuid)}`);
}

/** Finds inconsistent points, stocks and serial numbers of any account; one sentence each. */
export async function brokenAccounts(db: Kysely<Database>): Promise<string[]> {
  const { rows } = await sql<{ company: string; balance: number }>`
    select company_id as company,
      sum(case variation when 'positive' then points else -points end) as balance
    from ledger group by company_id`.execute(db);
  const broken: string[] = [];
  for (const { company, balance } of rows) {
    if (Number(balance) < 0) broken.push(`company ${company} has ${balance} points`);
    const said = await companyBalance(db, company);
    if (said !== Number(balance)) {
      broken.push(`company ${company} is told ${said} points, its ledger has ${balance}`);
    }
  }
  const twice = await sql<{ serial: string }>`
    select serial_number as serial from scans
    where not deleted and is_unique and serial_number is not null and flag <> 'rejected'
    group by serial_number having count(*) > 1`.execute(db);
  broken.push(...twice.rows.map(({ serial }) => `${serial} counts more than once`));
  const oversold = await db
    .selectFrom('shop_variants')
    .select('uuid')
    .where('stock', '<', 0)
    .execute();
  broken.push(...oversold.map(({ uuid }) => `of ${uuid} more was sold than there was`));
  const keys = await sql<{ key: string }>`
    select order_uuid as key from ledger where event = 'order_reservation' and variation = 'reserved'
    group by order_uuid having count(*) > 1`.execute(db);
  return [...broken, ...keys.rows.map(({ key }) => `order ${key} was reserved more than once`)];
}
