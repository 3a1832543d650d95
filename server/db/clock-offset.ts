import { type Kysely, sql } from 'kysely';
import { Gauge } from 'prom-client';
import { type Database } from './tables.ts';

/** Beyond this offset, other processes would misjudge whether this process's codes and sessions are still valid. */
export const MAX_CLOCK_OFFSET_MS = 30_000;

/** Returns the time in ms by which this process's clock is ahead of the database's; negative if behind. */
export async function measureClockOffset(db: Kysely<Database>): Promise<number> {
  const before = Date.now();
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
  const after = Date.now();
  const [row] = rows;
  if (!row) throw new Error('The database returned no time.');
  // The database read its clock at some point between `before` and `after`, so the smallest possible offset is used.
  const databaseTime = row.now.getTime();
  if (before > databaseTime) return before - databaseTime;
  return Math.min(0, after - databaseTime);
}

/** This process's clock offset, measured on each scrape. The gauge has no value while the database is down. */
export function clockOffsetGauge({ db }: { readonly db: Kysely<Database> }): Gauge {
  const gauge: Gauge = new Gauge({
    name: 'club_clock_offset_seconds',
    help: 'Time by which the clock of this process is ahead of the database.',
    registers: [],
    collect: async () => {
      const offset = await measureClockOffset(db).catch(() => null);
      gauge.reset();
      if (offset !== null) gauge.set(offset / 1000);
    },
  });
  return gauge;
}
