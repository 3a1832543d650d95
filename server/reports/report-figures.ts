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
import { ledgerSums } from '../points/ledger-days.ts';
import { ledgerChange, ledgerPart } from '../points/ledger-parts.ts';
import { type Period } from './report-period.ts';

/** A subject's figures by name, for each period in order. Null for a median without rows. */
type Figures<S extends ReportSubject> = readonly Readonly<Record<ReportFigure<S>, number | null>>[];
type ReadFigures<S extends ReportSubject> = (
  db: Kysely<Database>,
  region: RegionId,
  periods: readonly Period[],
) => Promise<Figures<S>>;

/** An aggregate such as `count(*)` for each figure, over a period's rows. */
type Aggregates<Name extends string> = Readonly<Record<Name, RawBuilder<unknown>>>;

const countIf = (condition: RawBuilder<unknown>) => sql`count(*) filter (where ${condition})`;
/** Median of the time between two moments, in whole minutes; null without rows. */
const medianMinutes = (from: RawBuilder<unknown>, to: RawBuilder<unknown>) =>
  sql`round(percentile_cont(0.5) within group (order by extract(epoch from ${to} - ${from})) / 60)`;
const isWithin = (column: RawBuilder<unknown>, { start, end }: Period) =>
  sql<boolean>`${column} >= ${start} and ${column} < ${end}`;

/** Computes aggregates over the rows of `source`. */
async function aggregate<Name extends string>(
  db: Kysely<Database>,
  source: RawBuilder<unknown>,
  aggregates: Aggregates<Name>,
): Promise<Record<Name, number | null>> {
  const columns = Object.entries<RawBuilder<unknown>>(aggregates).map(
    ([name, value]) => sql`(${value})::bigint as ${sql.ref(name)}`,
  );
  const { rows } = await sql<Record<Name, number | string | null>>`
    select ${sql.join(columns)} from ${source}`.execute(db);
  const [row] = rows;
  const values = Object.keys(aggregates).map((name) => {
    const value = row?.[name as Name] ?? null;
    return [name, value === null ? null : Number(value)];
  });
  // The cast is safe, because the names are those of the aggregates.
  return Object.fromEntries(values) as Record<Name, number | null>;
}

/** Reads the periods one after the other, so that a report uses one connection. */
async function readEachPeriod<Result>(
  periods: readonly Period[],
  read: (period: Period) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const period of periods) results.push(await read(period));
  return results;
}

/** Combines two lists that have an item for each period, item by item. */
function zip<A, B, Result>(
  first: readonly A[],
  second: readonly B[],
  join: (a: A, b: B) => Result,
): Result[] {
  return first.flatMap((a, index) => {
    const b = second[index];
    return b === undefined ? [] : [join(a, b)];
  });
}

/**
 * Counts for a figure such as `orders_3`. `records` and `points` are counted in the period. `total` is the number of
 * all records until the period's end.
 */
interface FigureCounts {
  readonly figure: string;
  readonly records: number;
  readonly points: number;
  readonly total: number;
}

/** Counts a country's records in each period, from the daily counts. */
async function countRecords(
  db: Kysely<Database>,
  region: RegionId,
  periods: readonly Period[],
  figures: readonly string[],
): Promise<readonly ReadonlyMap<string, FigureCounts>[]> {
  const rowsOf = (table: 'report_days' | 'report_changes') => sql`
    select figure, day, records, points from ${sql.table(table)}
    where region_id = ${region} and figure = any(${figures}::text[])`;
  const counts = periods.map(({ days: { from, until } }, index) => {
    const isIn = sql`day >= ${from}::date and day <= ${until}::date`;
    return sql`select ${sql.lit(index)} as period, figure,
      coalesce(sum(records) filter (where ${isIn}), 0)::bigint as records,
      coalesce(sum(points) filter (where ${isIn}), 0)::bigint as points,
      sum(records)::bigint as total
    from counted where day <= ${until}::date group by figure`;
  });
  const { rows } = await sql<FigureCounts & { period: number }>`
    with counted as materialized (${rowsOf('report_days')} union all ${rowsOf('report_changes')})
    ${sql.join(counts, sql` union all `)}`.execute(db);
  return periods.map(
    (_, index) =>
      new Map(rows.filter((row) => row.period === index).map((row) => [row.figure, row])),
  );
}

/** Sums one of the counts over some figures. */
const sumOf = (
  counts: ReadonlyMap<string, FigureCounts>,
  figures: readonly string[],
  count: 'records' | 'points' | 'total' = 'records',
) => figures.reduce((sum, figure) => sum + Number(counts.get(figure)?.[count] ?? 0), 0);

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
    from (${ledgerSums(region, times)}) as line`.execute(db);
  return (rows[0]?.sums ?? []).map(([opening, earned, spent, expired, corrected]) => {
    const closing = opening + earned + spent + expired + corrected;
    return { opening, earned, spent, expired, corrected, closing };
  });
};

const readCompanies: ReadFigures<'companies'> = async (db, region, periods) => {
  const counts = await countRecords(db, region, periods, ['companies']);
  return counts.map((counts) => ({
    registered: sumOf(counts, ['companies']),
    total: sumOf(counts, ['companies'], 'total'),
  }));
};

const readProjects: ReadFigures<'projects'> = async (db, region, periods) => {
  const counts = await countRecords(db, region, periods, ['projects', 'projects_closed']);
  return counts.map((counts) => ({
    added: sumOf(counts, ['projects']),
    closed: sumOf(counts, ['projects_closed']),
  }));
};

/**
 * Reads the added products, and the reviewers' decisions in the console that took effect. The `club` command doesn't
 * store decisions.
 */
const readProducts: ReadFigures<'products'> = async (db, region, periods) => {
  const counts = await countRecords(db, region, periods, ['scans']);
  const decisions = await readEachPeriod(periods, (period) =>
    aggregate(
      db,
      sql`review_decisions inner join scans on scans.uuid = review_decisions.scan
        where scans.region_id = ${region} and outcome = 'done'
        and ${isWithin(sql`review_decisions.settled_at`, period)}`,
      {
        accepted: countIf(sql`kind = 'accept'`),
        rejected: countIf(sql`kind = 'reject'`),
        photos_requested: countIf(sql`kind = 'request_photo'`),
        review_minutes: medianMinutes(sql`scans.created_at`, sql`review_decisions.made_at`),
      },
    ),
  );
  return zip(counts, decisions, (counts, decisionFigures) => ({
    added: sumOf(counts, ['scans']),
    ...decisionFigures,
  }));
};

const readOrders: ReadFigures<'orders'> = async (db, region, periods) => {
  const statuses = Object.values(orderStatuses);
  const figuresOf = (phases: readonly OrderPhase[]) =>
    statuses
      .filter((status) => phases.includes(orderPhaseOf(status)))
      .map((status) => `orders_${status}`);
  const allFigures = figuresOf(['in_progress', 'done', 'rejected']);
  const counts = await countRecords(db, region, periods, allFigures);
  return counts.map((counts) => ({
    placed: sumOf(counts, allFigures),
    in_progress: sumOf(counts, figuresOf(['in_progress'])),
    done: sumOf(counts, figuresOf(['done'])),
    rejected: sumOf(counts, figuresOf(['rejected'])),
    points: sumOf(counts, figuresOf(['in_progress', 'done']), 'points'),
  }));
};

const readLeads: ReadFigures<'leads'> = async (db, region, periods) => {
  const figureOf = (status: LeadStatus) => `leads_${status}`;
  const allFigures = leadStatuses.map(figureOf);
  const inGroup = (group: LeadGroup) =>
    leadStatuses.filter((status) => leadGroupOf(status) === group).map(figureOf);
  const counts = await countRecords(db, region, periods, ['lead_requests', ...allFigures]);
  return counts.map((counts) => ({
    requests: sumOf(counts, ['lead_requests']),
    offered: sumOf(counts, allFigures),
    open: sumOf(counts, inGroup('open')),
    scheduled: sumOf(counts, inGroup('scheduled')),
    completed: sumOf(counts, inGroup('completed')),
    other: sumOf(counts, inGroup('other')),
  }));
};

const readSupport: ReadFigures<'support'> = async (db, region, periods) => {
  const counts = await countRecords(db, region, periods, ['chats']);
  const answerSums = await readEachPeriod(periods, async (period) => {
    // Chats of the period can't have been answered before it started.
    const answers = sql`support_chats inner join (
      select chat_uuid, min(created_at) as at from support_messages
        where sender = 'admin' and created_at >= ${period.start} group by chat_uuid
      ) as answer on answer.chat_uuid = support_chats.uuid
      where region_id = ${region} and not deleted
        and ${isWithin(sql`support_chats.created_at`, period)}`;
    const messages = sql`support_messages inner join support_chats
      on support_chats.uuid = support_messages.chat_uuid
      where region_id = ${region} and not deleted
        and ${isWithin(sql`support_messages.created_at`, period)}`;
    return {
      ...(await aggregate(db, answers, {
        answer_minutes: medianMinutes(sql`support_chats.created_at`, sql`answer.at`),
      })),
      ...(await aggregate(db, messages, {
        messages: countIf(sql`sender = 'installer'`),
        answers: countIf(sql`sender = 'admin'`),
      })),
    };
  });
  return zip(counts, answerSums, (counts, rest) => ({ chats: sumOf(counts, ['chats']), ...rest }));
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
