import { type Kysely, sql } from 'kysely';
import { type Database } from './tables.ts';

/** Changes added up per statement. */
const CHUNK = 10_000;

/** Sums that triggers maintain by inserting changes: tables, keys and values. */
const sums = [
  {
    changes: 'ledger_changes',
    days: 'ledger_days',
    keys: ['region_id', 'day', 'event', 'variation', 'campaign'],
    values: ['lines', 'points'],
  },
  {
    changes: 'report_changes',
    days: 'report_days',
    keys: ['region_id', 'figure', 'day'],
    values: ['records', 'points'],
  },
] as const;

/** Adds pending changes to the daily sums, so that reads touch few rows. Safe to run in several processes at once. */
export async function addUpChanges(db: Kysely<Database>): Promise<void> {
  for (const { changes, days, keys, values } of sums) {
    const list = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(name)));
    const added = values.map(
      (value) =>
        sql`${sql.ref(value)} = ${sql.ref(`${days}.${value}`)} + ${sql.ref(`excluded.${value}`)}`,
    );
    for (let count = CHUNK; count === CHUNK;) {
      const { rows } = await sql<{ count: number }>`
        with taken as (
          delete from ${sql.table(changes)} where id in (
            select id from ${sql.table(changes)} order by id limit ${CHUNK} for update skip locked)
          returning *
        ), added as (
          insert into ${sql.table(days)} (${list(keys)}, ${list(values)})
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
