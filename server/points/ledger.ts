import { type Kysely, type RawBuilder, sql, type Insertable, type Transaction } from 'kysely';
import { returningEvents } from '#schemas/dated-earnings.ts';
import { nextRevs } from '../db/changes.ts';
import { type Database } from '../db/tables.ts';
import { randomUUID } from 'node:crypto';
import { type LedgerTable } from './ledger-row.ts';

const returningEventList = sql.join(returningEvents);
/** Returned points aren't earnings: they only reduce the deductions. */
const isReturn = sql<boolean>`variation = 'positive' and event in (${returningEventList})`;
/** A project correction changes what the project earned, so it counts as an earning, with its sign. */
const isEarning = sql<boolean>`event = 'project_correction' or (variation = 'positive'
  and event not in (${returningEventList}))`;
const isDeduction = sql<boolean>`variation <> 'positive' and event <> 'project_correction'`;
const signedPoints = sql<number>`case when variation = 'positive' then points else -points end`;
/** When the points were earned. A correction has the time of its project's earning, so that points keep their age. */
const earnedAt = sql<Date>`case when event = 'project_correction' then coalesce(
    (select earning.created_at from ledger earning
      where earning.project_uuid = ledger.project_uuid and earning.event = 'project_closed'),
    -- A project whose products have no points of their own has only entries of campaigns.
    (select min(earning.created_at) from ledger earning
      where earning.company_id = ledger.company_id
        and earning.project_uuid = ledger.project_uuid and earning.event = 'campaign'),
    created_at)
  else created_at end`;

interface Sums {
  readonly earned: number;
  readonly earnedBefore: number;
  readonly deducted: number;
}

/**
 * Builds a query that sums a company's ledger in one pass: the points earned, those earned before a time, and those
 * deducted minus those returned (docs/behaviour/points.md#expiry).
 * @param company the company's id, or a reference to a column that contains it
 */
export function buildLedgerSumsQuery(company: RawBuilder<unknown>, before: Date): RawBuilder<Sums> {
  return sql<Sums>`
    select
      coalesce(sum(${signedPoints}) filter (where ${isEarning}), 0)::bigint as earned,
      coalesce(sum(${signedPoints}) filter (where (${isEarning}) and ${earnedAt} < ${before}), 0)::bigint
        as "earnedBefore",
      (coalesce(sum(points) filter (where ${isDeduction}), 0)
        - coalesce(sum(points) filter (where ${isReturn}), 0))::bigint as deducted
    from ledger where company_id = ${company}`;
}

/** Runs `buildLedgerSumsQuery` for one company. */
export async function loadLedgerSums(
  db: Kysely<Database>,
  companyId: string,
  before: Date,
): Promise<Sums> {
  const { rows } = await buildLedgerSumsQuery(sql`${companyId}`, before).execute(db);
  return rows[0] ?? { earned: 0, earnedBefore: 0, deducted: 0 };
}

/** Loads the company's balance, which can't change while the company is locked. */
export async function loadCompanyBalance(db: Kysely<Database>, companyId: string): Promise<number> {
  const { earned, deducted: deductedPoints } = await loadLedgerSums(db, companyId, new Date(0));
  return earned - deductedPoints;
}

/** A new entry, without the fields that follow from the company and the time. */
type NewEntry = Pick<Insertable<LedgerTable>, 'event' | 'points' | 'variation'> &
  Partial<
    Pick<
      Insertable<LedgerTable>,
      'uuid' | 'op_id' | 'project_uuid' | 'order_uuid' | 'campaign' | 'created_by' | 'people'
    >
  >;

/** Company and time of new entries. */
interface EntryContext {
  readonly companyId: string;
  readonly now: Date;
}

/**
 * Appends entries to a company's ledger in the given order. A running server adds entries only here and in
 * `addEntriesToLedgers`.
 */
export async function addLedgerEntries(
  trx: Transaction<Database>,
  entries: readonly NewEntry[],
  { companyId, now }: EntryContext,
): Promise<void> {
  if (entries.length === 0) return;
  const firstRev = await nextRevs(trx, companyId, entries.length);
  const rows = entries.map((entry, index) => toRow(entry, companyId, firstRev + index, now));
  await trx.insertInto('ledger').values(rows).execute();
}

const toRow = (entry: NewEntry, companyId: string, rev: number, now: Date) => ({
  uuid: randomUUID(),
  company_id: companyId,
  rev,
  op_id: randomUUID(),
  created_at: now,
  updated_at: now,
  project_uuid: null,
  campaign: null,
  ...entry,
});

/** Appends entries to the ledgers of several locked companies, with two statements. */
export async function addEntriesToLedgers(
  trx: Transaction<Database>,
  entries: readonly { readonly companyId: string; readonly entry: NewEntry }[],
  now: Date,
): Promise<void> {
  if (entries.length === 0) return;
  const entriesByCompany = Map.groupBy(entries, ({ companyId }) => companyId);
  const counts = [...entriesByCompany].map(([id, { length }]) => ({ id, length }));
  const { rows: revs } = await sql<{ id: string; first: number }>`
    update companies set rev = companies.rev + added.length
    from jsonb_to_recordset(${JSON.stringify(counts)}::jsonb) as added (id uuid, length integer)
    where companies.id = added.id
    returning companies.id, companies.rev - added.length + 1 as first`.execute(trx);
  const firstRevByCompany = new Map(revs.map(({ id, first }) => [id, first]));
  const rows = [...entriesByCompany].flatMap(([id, newEntries]) => {
    const firstRev = firstRevByCompany.get(id);
    if (firstRev === undefined)
      throw new Error('New ledger entries belong to a company that doesn’t exist.');
    return newEntries.map(({ entry }, index) => toRow(entry, id, firstRev + index, now));
  });
  await trx.insertInto('ledger').values(rows).execute();
}

/** Loads the balances of several companies. Companies without entries have the balance 0. */
export async function loadCompanyBalances(
  db: Kysely<Database>,
  companyIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const sums = buildLedgerSumsQuery(sql`company.id`, new Date(0));
  const { rows } = await sql<{ id: string; balance: number }>`
    select company.id, sums.earned - sums.deducted as balance
    from unnest(${companyIds}::uuid[]) as company (id) cross join lateral (${sums}) as sums`.execute(
    db,
  );
  return new Map(rows.map(({ id, balance }) => [id, balance]));
}

/** Lists an order's or project's entries, oldest first. */
export function listLedgerEntries(
  db: Kysely<Database>,
  subject: 'order_uuid' | 'project_uuid',
  uuid: string,
) {
  return db
    .selectFrom('ledger')
    .select(['created_at', 'event', 'variation', 'points'])
    .where(subject, '=', uuid)
    .orderBy('rev')
    .execute();
}
