import { type RawBuilder, sql } from 'kysely';
import { DAY_MS } from '#schemas/durations.ts';
import { type RegionId } from '#schemas/regions.ts';

/** Daily sums of the ledger by country, event and campaign. Days are in UTC. */
interface LedgerSumColumns {
  region_id: RegionId;
  day: Date;
  event: string;
  variation: string;
  /** Empty for lines without a campaign. */
  campaign: string;
  lines: number;
  /** Unsigned, as in the ledger. */
  points: number;
}

export interface LedgerDayTables {
  ledger_days: LedgerSumColumns;
  /** Changes that triggers have inserted, and that the job hasn't added to the sums yet. */
  ledger_changes: LedgerSumColumns & { id: number };
}

/**
 * Selects a country's lines with `created_at`, `event`, `variation`, `campaign`, `lines` and `points`. The lines of a
 * day are already summed, except on days on which a period starts or ends.
 * @param times starts and ends of the periods that callers compare with `created_at`
 * @param isBounded true to leave out the days before the first and after the last of these times
 */
export function selectLedgerSums(
  region: RegionId,
  times: readonly Date[],
  { isBounded = false } = {},
): RawBuilder<unknown> {
  const days = [...new Set(times.map((time) => Math.floor(time.getTime() / DAY_MS) * DAY_MS))];
  const dateOf = (start: number) => new Date(start).toISOString().slice(0, 10);
  const isInBounds = isBounded
    ? sql`day between ${dateOf(Math.min(...days))}::date and ${dateOf(Math.max(...days))}::date`
    : sql`true`;
  const selectWholeDays = (table: 'ledger_days' | 'ledger_changes') => sql`
    select day::timestamp at time zone 'UTC' as created_at, event, variation, campaign, lines, points
    from ${sql.table(table)} where region_id = ${region}
      and ${isInBounds} and day <> all(${days.map(dateOf)}::date[])`;
  const selectDayLines = (start: number) => sql`
    select created_at, event, variation, coalesce(campaign ->> 'id', '') as campaign, 1 as lines, points
    from ledger where region_id = ${region}
      and created_at >= ${new Date(start)} and created_at < ${new Date(start + DAY_MS)}`;
  return sql.join(
    [
      selectWholeDays('ledger_days'),
      selectWholeDays('ledger_changes'),
      ...days.map(selectDayLines),
    ],
    sql` union all `,
  );
}
