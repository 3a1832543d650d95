import { type Kysely, type RawBuilder, sql, type Insertable, type Transaction } from 'kysely';
import { type Database } from '../db/tables.ts';
import { randomUUID } from 'node:crypto';
import { type LedgerTable } from './ledger-row.ts';

/**
 * What gives back points that an order had taken: no new earnings, so that they are as old as they were
 * when they expire.
 */
export const isRefund = sql<boolean>`variation = 'positive' and event in ('order_reject', 'order_reservation')`;
/** What adds points. */
export const isEarning = sql<boolean>`variation = 'positive' and event not in ('order_reject', 'order_reservation')`;

interface Sums {
  readonly earned: number;
  readonly earnedBefore: number;
  readonly taken: number;
}

/**
 * The query for the sums over a company's ledger in one pass: earned, earned before a moment, and everything that
 * was taken and not given back.
 * @param company its id, or the column that has it
 */
export function ledgerSumsQuery(company: RawBuilder<unknown>, before: Date): RawBuilder<Sums> {
  return sql<Sums>`
    select
      coalesce(sum(points) filter (where ${isEarning}), 0)::bigint as earned,
      coalesce(sum(points) filter (where ${isEarning} and created_at < ${before}), 0)::bigint
        as "earnedBefore",
      (coalesce(sum(points) filter (where variation <> 'positive'), 0)
        - coalesce(sum(points) filter (where ${isRefund}), 0))::bigint as taken
    from ledger where company_id = ${company}`;
}

/** What `ledgerSumsQuery` asks for, of one company. */
export async function loadLedgerSums(
  db: Kysely<Database>,
  companyId: string,
  before: Date,
): Promise<Sums> {
  const { rows } = await ledgerSumsQuery(sql`${companyId}`, before).execute(db);
  return rows[0] ?? { earned: 0, earnedBefore: 0, taken: 0 };
}

/** The company's points: the sum of its ledger. Nothing moves them while the company is locked. */
export async function companyBalance(db: Kysely<Database>, companyId: string): Promise<number> {
  const { earned, taken } = await loadLedgerSums(db, companyId, new Date(0));
  return earned - taken;
}

/** What an entry says; the rest of its row follows from whose it is, and when it is made. */
type NewEntry = Pick<Insertable<LedgerTable>, 'event' | 'points' | 'variation'> &
  Partial<Pick<Insertable<LedgerTable>, 'op_id' | 'project_uuid' | 'order_uuid' | 'created_by'>>;

/** Whose entries they are, and when they are made. */
interface Circumstances {
  readonly companyId: string;
  /** Of the first entry; each further one takes the next. */
  readonly firstRev: number;
  readonly now: Date;
}

/** Adds entries to a company's ledger, in this order: all that a running server books goes in here. */
export async function addLedgerEntries(
  trx: Transaction<Database>,
  bookings: readonly NewEntry[],
  { companyId, firstRev, now }: Circumstances,
): Promise<void> {
  const rows = bookings.map((booking, at) => ({
    uuid: randomUUID(),
    company_id: companyId,
    rev: firstRev + at,
    op_id: randomUUID(),
    created_at: now,
    updated_at: now,
    project_uuid: null,
    ...booking,
  }));
  await trx.insertInto('ledger').values(rows).execute();
}
