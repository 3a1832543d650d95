import { type Kysely, type RawBuilder, sql } from 'kysely';
import { type Database } from '../db/tables.ts';

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
