import { type Kysely, sql } from 'kysely';
import { type Database } from './tables.ts';

/** Number of changes that each statement adds up. */
const CHUNK = 10_000;

/**
 * Sums that are kept up to date by triggers, which insert changes. For each sum: the table of changes, the table of
 * totals, and their key and value columns.
 */
const sums = [
  {
    changes: 'ledger_changes',
    totals: 'ledger_days',
    keys: ['region_id', 'day', 'event', 'variation', 'campaign'],
    values: ['lines', 'points'],
  },
  {
    changes: 'report_changes',
    totals: 'report_days',
    keys: ['region_id', 'figure', 'day'],
    values: ['records', 'points'],
  },
  {
    changes: 'voucher_changes',
    totals: 'voucher_sums',
    keys: ['region', 'sku', 'is_used', 'expires_at'],
    values: ['codes'],
  },
  {
    changes: 'open_order_changes',
    totals: 'open_order_sums',
    keys: ['region_id', 'variant', 'type'],
    values: ['orders'],
  },
] as const;

/** Adds pending changes to the sums, so that reads touch few rows. Safe to run in several processes at once. */
export async function sumChanges(db: Kysely<Database>): Promise<void> {
  for (const { changes, totals, keys, values } of sums) {
    const list = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(name)));
    const added = values.map(
      (value) =>
        sql`${sql.ref(value)} = ${sql.ref(`${totals}.${value}`)} + ${sql.ref(`excluded.${value}`)}`,
    );
    for (let count = CHUNK; count === CHUNK;) {
      const { rows } = await sql<{ count: number }>`
        with taken as (
          delete from ${sql.table(changes)} where id in (
            select id from ${sql.table(changes)} order by id limit ${CHUNK} for update skip locked)
          returning *
        ), added as (
          insert into ${sql.table(totals)} (${list(keys)}, ${list(values)})
          -- Always in the same order, so that two processes can't deadlock.
          select ${list(keys)}, ${sql.join(values.map((value) => sql`sum(${sql.ref(value)})`))}
          from taken group by ${list(keys)} order by ${list(keys)}
          on conflict (${list(keys)}) do update set ${sql.join(added)}
        )
        select count(*)::int as count from taken`.execute(db);
      count = rows[0]?.count ?? 0;
    }
  }
}
