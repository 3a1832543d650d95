import { type Kysely, type RawBuilder, sql } from 'kysely';
import {
  type LeadGroup,
  type LeadStatus,
  leadGroupOf,
  leadStatuses,
} from '#schemas/lead-status.ts';
import { ledgerParts } from '#schemas/operator/company-calls.ts';
import { type ReportFigure, type ReportSubject } from '#schemas/operator/report-calls.ts';
import { type OrderPhase, orderPhaseOf, orderStatuses } from '#schemas/order.ts';
import { type RegionId } from '#schemas/regions.ts';
import { type Database } from '../db/tables.ts';
import { selectLedgerSums } from '../points/ledger-days.ts';
import { ledgerChange, ledgerPart } from '../points/ledger-parts.ts';
import { type Period } from './report-period.ts';

/** A subject's figures by name, for each period in order. Null for a median without rows. */
type Figures<S extends ReportSubject> = readonly Readonly<Record<ReportFigure<S>, number | null>>[];
type ReadFigures<S extends ReportSubject> = (
  db: Kysely<Database>,
  region: RegionId,
  periods: readonly Period[],
) => Promise<Figures<S>>;

const isWithin = (column: RawBuilder<unknown>, { start, end }: Period) =>
  sql<boolean>`${column} >= ${start} and ${column} < ${end}`;

/** Times whose median a report shows. An index sorts the times of each year. */
interface MedianSource {
  readonly table: 'review_decisions' | 'support_chats';
  readonly condition: RawBuilder<boolean>;
  readonly seconds: RawBuilder<number>;
  /** Year of `at` in the country's time zone. */
  readonly year: RawBuilder<number>;
  readonly at: RawBuilder<Date>;
}

/**
 * Reads the median of a period's times, in whole minutes. Only the middle rows are read, because sorting all of them
 * would take too long.
 * @param count number of times in the period
 */
async function readMedian(
  db: Kysely<Database>,
  { table, condition, seconds, year, at }: MedianSource,
  region: RegionId,
  period: Period,
  count: number,
): Promise<number | null> {
  if (count === 0) return null;
  const { rows } = await sql<{ minutes: number | null }>`
    select round(percentile_cont(0.5) within group (order by seconds) / 60)::integer as minutes
    from (
      select ${seconds} as seconds from ${sql.table(table)}
      where region_id = ${region} and ${year} = ${Number(period.days.from.slice(0, 4))}
        and ${isWithin(at, period)} and ${condition}
      order by ${seconds} limit ${2 - (count % 2)} offset ${Math.floor((count - 1) / 2)}
    ) as middle`.execute(db);
  return rows[0]?.minutes ?? null;
}

const reviewTimes: MedianSource = {
  table: 'review_decisions',
  condition: sql`outcome = 'done'`,
  seconds: sql`review_seconds`,
  year: sql`settled_year`,
  at: sql`settled_at`,
};
const answerTimes: MedianSource = {
  table: 'support_chats',
  condition: sql`answered_at is not null and not deleted`,
  seconds: sql`answer_seconds`,
  year: sql`created_year`,
  at: sql`created_at`,
};

/**
 * Counts for a figure such as `orders_3`. `records` and `points` are counted in the period. `total` is the number of
 * all records until the end of the period; it's wrong unless `hasTotals` was true.
 */
interface FigureCounts {
  readonly figure: string;
  readonly records: number;
  readonly points: number;
  readonly total: number;
}

/** Counts a country's records in each period, from the daily counts. Totals need the days before the periods, too. */
async function countRecords(
  db: Kysely<Database>,
  region: RegionId,
  periods: readonly Period[],
  figures: readonly string[],
  { hasTotals = false } = {},
): Promise<readonly ReadonlyMap<string, FigureCounts>[]> {
  const [firstDay] = periods.map(({ days }) => days.from).toSorted();
  const lastDay = periods
    .map(({ days }) => days.until)
    .toSorted()
    .at(-1);
  const selectRows = (table: 'report_days' | 'report_changes') => sql`
    select figure, day, records, points from ${sql.table(table)}
    where region_id = ${region} and figure = any(${figures}::text[]) and day <= ${lastDay}::date
      and ${hasTotals ? sql`true` : sql`day >= ${firstDay}::date`}`;
  const counts = periods.map(({ days: { from, until } }, index) => {
    const isIn = sql`day >= ${from}::date and day <= ${until}::date`;
    return sql`select ${sql.lit(index)} as period, figure,
      coalesce(sum(records) filter (where ${isIn}), 0)::bigint as records,
      coalesce(sum(points) filter (where ${isIn}), 0)::bigint as points,
      sum(records)::bigint as total
    from counted where day <= ${until}::date group by figure`;
  });
  const { rows } = await sql<FigureCounts & { period: number }>`
    with counted as materialized (${selectRows('report_days')} union all ${selectRows('report_changes')})
    ${sql.join(counts, sql` union all `)}`.execute(db);
  return periods.map(
    (_, index) =>
      new Map(rows.filter((row) => row.period === index).map((row) => [row.figure, row])),
  );
}

/** Sums one of the counts over some figures. */
const sumCounts = (
  counts: ReadonlyMap<string, FigureCounts>,
  figures: readonly string[],
  count: 'records' | 'points' | 'total' = 'records',
) => figures.reduce((sum, figure) => sum + Number(counts.get(figure)?.[count] ?? 0), 0);

/** Reads figures that need more than the counts, period by period, so that a report uses one connection. */
async function readEachPeriod<Result>(
  periods: readonly Period[],
  counts: readonly ReadonlyMap<string, FigureCounts>[],
  read: (period: Period, counts: ReadonlyMap<string, FigureCounts>) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const [index, period] of periods.entries())
    results.push(await read(period, counts[index] ?? new Map<string, FigureCounts>()));
  return results;
}

/** Balances and their parts, from the ledgers of all companies in the country. */
const readPoints: ReadFigures<'points'> = async (db, region, periods) => {
  const parts = (period: Period) =>
    ledgerParts.map(
      (part) =>
        sql`coalesce(sum(${ledgerChange}) filter (where ${ledgerPart} = ${part}
          and ${isWithin(sql`created_at`, period)}), 0)::bigint`,
    );
  const sums = periods.map(
    (period) => sql`json_build_array(
      coalesce(sum(${ledgerChange}) filter (where created_at < ${period.start}), 0)::bigint,
      ${sql.join(parts(period))})`,
  );
  const times = periods.flatMap(({ start, end }) => [start, end]);
  const { rows } = await sql<{ sums: [number, number, number, number, number][] }>`
    select json_build_array(${sql.join(sums)}) as sums
    from (${selectLedgerSums(region, times)}) as line`.execute(db);
  return (rows[0]?.sums ?? []).map(([opening, earned, spent, expired, corrected]) => {
    const closing = opening + earned + spent + expired + corrected;
    return { opening, earned, spent, expired, corrected, closing };
  });
};

const readCompanies: ReadFigures<'companies'> = async (db, region, periods) => {
  const countsByPeriod = await countRecords(db, region, periods, ['companies'], {
    hasTotals: true,
  });
  return countsByPeriod.map((counts) => ({
    registered: sumCounts(counts, ['companies']),
    total: sumCounts(counts, ['companies'], 'total'),
  }));
};

const readProjects: ReadFigures<'projects'> = async (db, region, periods) => {
  const countsByPeriod = await countRecords(db, region, periods, ['projects', 'projects_closed']);
  return countsByPeriod.map((counts) => ({
    added: sumCounts(counts, ['projects']),
    closed: sumCounts(counts, ['projects_closed']),
  }));
};

/**
 * Reads the added products, and the reviewers' decisions in the console that took effect. The `club` command doesn't
 * store decisions.
 */
const readProducts: ReadFigures<'products'> = async (db, region, periods) => {
  const decided = ['decided_accept', 'decided_reject', 'decided_request_photo'];
  const countsByPeriod = await countRecords(db, region, periods, ['scans', ...decided]);
  return readEachPeriod(periods, countsByPeriod, async (period, counts) => ({
    added: sumCounts(counts, ['scans']),
    accepted: sumCounts(counts, ['decided_accept']),
    rejected: sumCounts(counts, ['decided_reject']),
    photos_requested: sumCounts(counts, ['decided_request_photo']),
    review_minutes: await readMedian(db, reviewTimes, region, period, sumCounts(counts, decided)),
  }));
};

const readOrders: ReadFigures<'orders'> = async (db, region, periods) => {
  const statuses = Object.values(orderStatuses);
  const listFigures = (phases: readonly OrderPhase[]) =>
    statuses
      .filter((status) => phases.includes(orderPhaseOf(status)))
      .map((status) => `orders_${status}`);
  const allFigures = listFigures(['in_progress', 'done', 'rejected']);
  const countsByPeriod = await countRecords(db, region, periods, allFigures);
  return countsByPeriod.map((counts) => ({
    placed: sumCounts(counts, allFigures),
    in_progress: sumCounts(counts, listFigures(['in_progress'])),
    done: sumCounts(counts, listFigures(['done'])),
    rejected: sumCounts(counts, listFigures(['rejected'])),
    points: sumCounts(counts, listFigures(['in_progress', 'done']), 'points'),
  }));
};

const readLeads: ReadFigures<'leads'> = async (db, region, periods) => {
  const toFigure = (status: LeadStatus) => `leads_${status}`;
  const allFigures = leadStatuses.map(toFigure);
  const listFigures = (group: LeadGroup) =>
    leadStatuses.filter((status) => leadGroupOf(status) === group).map(toFigure);
  const countsByPeriod = await countRecords(db, region, periods, ['lead_requests', ...allFigures]);
  return countsByPeriod.map((counts) => ({
    requests: sumCounts(counts, ['lead_requests']),
    offered: sumCounts(counts, allFigures),
    open: sumCounts(counts, listFigures('open')),
    scheduled: sumCounts(counts, listFigures('scheduled')),
    completed: sumCounts(counts, listFigures('completed')),
    other: sumCounts(counts, listFigures('other')),
  }));
};

const readSupport: ReadFigures<'support'> = async (db, region, periods) => {
  const figures = ['chats', 'chats_answered', 'messages', 'answers'];
  const countsByPeriod = await countRecords(db, region, periods, figures);
  return readEachPeriod(periods, countsByPeriod, async (period, counts) => {
    const answered = sumCounts(counts, ['chats_answered']);
    return {
      chats: sumCounts(counts, ['chats']),
      messages: sumCounts(counts, ['messages']),
      answers: sumCounts(counts, ['answers']),
      answer_minutes: await readMedian(db, answerTimes, region, period, answered),
    };
  });
};

/** Reads each subject's figures. */
export const readFigures: { readonly [S in ReportSubject]: ReadFigures<S> } = {
  points: readPoints,
  companies: readCompanies,
  projects: readProjects,
  products: readProducts,
  orders: readOrders,
  leads: readLeads,
  support: readSupport,
};
