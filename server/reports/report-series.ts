import { type Kysely, sql } from 'kysely';
import { addDays, addMonths, dayIn, startOfDay } from '#schemas/calendar-day.ts';
import { leadStatuses } from '#schemas/lead-status.ts';
import {
  chartedFigures,
  type reportCalls,
  reportFigures,
  type ReportSubject,
} from '#schemas/operator/report-calls.ts';
import { type ResultOf } from '#schemas/api/call.ts';
import { orderStatuses } from '#schemas/order.ts';
import { regionCodeOf, type RegionId } from '#schemas/regions.ts';
import { type Database } from '../db/tables.ts';
import { selectLedgerSums } from '../points/ledger-days.ts';
import { ledgerChange, ledgerPart } from '../points/ledger-parts.ts';
import { type Period } from './report-period.ts';

type Step = ResultOf<typeof reportCalls.readReport>['step'];
type Days = Period['days'];
/** Values by the first day of each step; steps without any records are missing. */
type ValuesByStep = ReadonlyMap<string, number>;

/** Names of each subject's figures in the daily counts. */
const countedFigures: Readonly<Record<Exclude<ReportSubject, 'points'>, readonly string[]>> = {
  companies: ['companies'],
  projects: ['projects'],
  products: ['scans'],
  orders: Object.values(orderStatuses).map((status) => `orders_${status}`),
  leads: leadStatuses.map((status) => `leads_${status}`),
  support: ['chats'],
};

/**
 * Returns the first day of each step in a period, up to today. Steps are the days of a month or the months of a year.
 */
function listSteps({ from, until }: Days, step: Step, today: string): readonly string[] {
  const days: string[] = [];
  const lastDay = until < today ? until : today;
  for (let day = from; day <= lastDay; day = step === 'day' ? addDays(day, 1) : addMonths(day, 1))
    days.push(day);
  return days;
}

/** Returns the SQL for the first day of the step that contains a day. */
const stepStart = (day: ReturnType<typeof sql>, step: Step) =>
  sql<string>`to_char(date_trunc(${sql.lit(step)}, (${day})::timestamp), 'YYYY-MM-DD')`;

/** Counts the records of each subject in each step, from the daily counts. */
async function countBySubject(
  db: Kysely<Database>,
  region: RegionId,
  { from, until }: Days,
  step: Step,
): Promise<ReadonlyMap<string, ValuesByStep>> {
  const subjects = Object.entries(countedFigures);
  const figures = subjects.flatMap(([, names]) => names);
  const selectRows = (table: 'report_days' | 'report_changes') => sql`
    select figure, day, records from ${sql.table(table)}
    where region_id = ${region} and figure = any(${figures}::text[])
      and day between ${from}::date and ${until}::date`;
  const { rows } = await sql<{ figure: string; start: string; records: string }>`
    select figure, ${stepStart(sql`day`, step)} as start, sum(records)::bigint as records
    from (${selectRows('report_days')} union all ${selectRows('report_changes')}) as counted
    group by 1, 2`.execute(db);
  return new Map(
    subjects.map(([subject, names]) => {
      const values = new Map<string, number>();
      for (const { figure, start, records } of rows)
        if (names.includes(figure)) values.set(start, (values.get(start) ?? 0) + Number(records));
      return [subject, values];
    }),
  );
}

/**
 * Sums the earned points of each step. Steps of one day are summed from the ledger's lines, because the stored
 * daily sums are for days in UTC.
 */
async function sumEarned(
  db: Kysely<Database>,
  region: RegionId,
  { days, start, end }: Period,
  step: Step,
): Promise<ValuesByStep> {
  const code = regionCodeOf(region);
  const monthStarts = Array.from({ length: 13 }, (_, index) =>
    startOfDay(code, addMonths(days.from, index)),
  );
  const lines =
    step === 'month'
      ? selectLedgerSums(
          region,
          monthStarts.map((time) => new Date(time)),
          { isBounded: true },
        )
      : sql`select created_at, event, variation, points from ledger where region_id = ${region}
          and created_at >= ${start} and created_at < ${end}`;
  const localTime = sql`created_at at time zone region_time_zone(${region})`;
  const { rows } = await sql<{ start: string; points: string }>`
    select ${stepStart(localTime, step)} as start, sum(${ledgerChange})::bigint as points
    from (${lines}) as line
    where created_at >= ${start} and created_at < ${end} and ${ledgerPart} = 'earned'
    group by 1`.execute(db);
  return new Map(rows.map((row) => [row.start, Number(row.points)]));
}

/**
 * Reads the charted figure of each subject, step by step, for both periods. Future steps are omitted.
 * @param now milliseconds since 1970
 */
export async function readSeries(
  db: Kysely<Database>,
  region: RegionId,
  periods: { readonly period: Period; readonly compared: Period; readonly step: Step },
  now: number,
) {
  const { step } = periods;
  const today = dayIn(regionCodeOf(region), now);
  const read = async (period: Period) => {
    const counts = await countBySubject(db, region, period.days, step);
    const earned = await sumEarned(db, region, period, step);
    const steps = listSteps(period.days, step, today);
    return (subject: ReportSubject) => {
      const values = subject === 'points' ? earned : counts.get(subject);
      return steps.map((start) => values?.get(start) ?? 0);
    };
  };
  // The periods are read one after the other, so that a report uses only one connection.
  const getValues = await read(periods.period);
  const getComparedValues = await read(periods.compared);
  return Object.keys(reportFigures).map((name) => {
    // The cast is safe, because the keys of `reportFigures` are the subjects.
    const subject = name as ReportSubject;
    return {
      subject,
      figure: chartedFigures[subject],
      values: getValues(subject),
      compared: getComparedValues(subject),
    };
  });
}
