import { type RawBuilder, sql } from 'kysely';
import { DAY_MS } from '#schemas/durations.ts';
import { type RegionId } from '#schemas/regions.ts';

/** Daily sums of the ledger by country, event and campaign. A day is one of UTC. */
interface LedgerSumColumns {
  region_id: RegionId;
  day: Date;
  event: string;
  variation: string;
  /** Empty for lines without a campaign. */
  campaign: string;
  lines: number;
  /** Without sign, as in the ledger. */
  points: number;
}

export interface LedgerDayTables {
  ledger_days: LedgerSumColumns;
  /** Changes that triggers have added and the job hasn't yet added to the sums. */
  ledger_changes: LedgerSumColumns & { id: number };
}

/** A country's lines from a time until before another; null for no limit. */
interface LedgerRange {
  readonly region: RegionId;
  readonly from: Date | null;
  readonly until: Date | null;
}

const nextMidnight = (time: Date) => new Date(Math.ceil(time.getTime() / DAY_MS) * DAY_MS);
const lastMidnight = (time: Date) => new Date(Math.floor(time.getTime() / DAY_MS) * DAY_MS);
const dayOf = (midnight: Date) => sql`${midnight.toISOString().slice(0, 10)}::date`;

/**
 * Selects a country's lines as sums: `event`, `variation`, `campaign`, `lines` and `points`. Reads the sums of whole
 * days, and the ledger for the rest of the first and last day.
 */
export function ledgerSums({ region, from, until }: LedgerRange): RawBuilder<unknown> {
  const [first, end] = [from && nextMidnight(from), until && lastMidnight(until)];
  const line = (range: RawBuilder<unknown>) => sql`
    select event, variation, coalesce(campaign ->> 'id', '') as campaign, 1 as lines, points
    from ledger where region_id = ${region} and ${range}`;
  if (from && until && first && end && first >= end) {
    return line(sql`created_at >= ${from} and created_at < ${until}`);
  }
  const days = sql`region_id = ${region} and ${first ? sql`day >= ${dayOf(first)}` : sql`true`}
    and ${end ? sql`day < ${dayOf(end)}` : sql`true`}`;
  return sql.join(
    [
      sql`select event, variation, campaign, lines, points from ledger_days where ${days}`,
      sql`select event, variation, campaign, lines, points from ledger_changes where ${days}`,
      ...(from ? [line(sql`created_at >= ${from} and created_at < ${first}`)] : []),
      ...(until ? [line(sql`created_at >= ${end} and created_at < ${until}`)] : []),
    ],
    sql` union all `,
  );
}
