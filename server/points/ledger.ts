import { type Kysely, type RawBuilder, sql, type Insertable, type Transaction } from 'kysely';
import { type Database } from '../db/tables.ts';
import { randomUUID } from 'node:crypto';
import { type LedgerTable } from './ledger-row.ts';

/**
 * Points returned by a rejected or released order. Not counted as earnings, so they keep their age
 * for expiry.
 */
const isRefund = sql<boolean>`variation = 'positive' and event in ('order_reject', 'order_reservation')`;
const isEarning = sql<boolean>`variation = 'positive' and event not in ('order_reject', 'order_reservation')`;

interface Sums {
  readonly earned: number;
  readonly earnedBefore: number;
  readonly deducted: number;
}

/**
 * Query that sums a company's ledger in one pass: earned, earned before a time, and deducted minus
 * returned.
 * @param company its id, or a reference to the column that holds it
 */
export function buildLedgerSumsQuery(company: RawBuilder<unknown>, before: Date): RawBuilder<Sums> {
  return sql<Sums>`
    select
      coalesce(sum(points) filter (where ${isEarning}), 0)::bigint as earned,
      coalesce(sum(points) filter (where ${isEarning} and created_at < ${before}), 0)::bigint
        as "earnedBefore",
      (coalesce(sum(points) filter (where variation <> 'positive'), 0)
        - coalesce(sum(points) filter (where ${isRefund}), 0))::bigint as deducted
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

/** Loads the company's balance, which is constant while the company is locked. */
export async function loadCompanyBalance(db: Kysely<Database>, companyId: string): Promise<number> {
  const { earned, deducted } = await loadLedgerSums(db, companyId, new Date(0));
  return earned - deducted;
}

/** A new entry without the fields derived from company and time. */
type NewEntry = Pick<Insertable<LedgerTable>, 'event' | 'points' | 'variation'> &
  Partial<
    Pick<
      Insertable<LedgerTable>,
      'op_id' | 'project_uuid' | 'order_uuid' | 'campaign' | 'created_by'
    >
  >;

/** Company and time of new entries. */
interface EntryContext {
  readonly companyId: string;
  /** Rev of the first entry; each further one gets the next. */
  readonly firstRev: number;
  readonly now: Date;
}

/**
 * Appends entries to a company's ledger in the given order. A running server adds entries only
 * here.
 */
export async function addLedgerEntries(
  trx: Transaction<Database>,
  entries: readonly NewEntry[],
  { companyId, firstRev, now }: EntryContext,
): Promise<void> {
  const rows = entries.map((entry, index) => ({
    uuid: randomUUID(),
    company_id: companyId,
    rev: firstRev + index,
    op_id: randomUUID(),
    created_at: now,
    updated_at: now,
    project_uuid: null,
    campaign: null,
    ...entry,
  }));
  await trx.insertInto('ledger').values(rows).execute();
}

/** Lists the entries of an order or project, oldest first. */
export function listEntriesOf(
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
