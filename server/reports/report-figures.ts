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

/** Figures of a subject by name, for each period, in order. Null for a median of nothing. */
type Figures<S extends ReportSubject> = readonly Readonly<Record<ReportFigure<S>, number | null>>[];
type ReadFigures<S extends ReportSubject> = (
  db: Kysely<Database>,
  region: RegionId,
  periods: readonly Period[],
) => Promise<Figures<S>>;

/** An aggregate such as `count(*)` for each figure, over the rows of a period. */
type Aggregates<Name extends string> = Readonly<Record<Name, RawBuilder<unknown>>>;

const countIf = (condition: RawBuilder<unknown>) => sql`count(*) filter (where ${condition})`;
/** Median of minutes between two times, in whole minutes; null without rows. */
const medianMinutes = (from: RawBuilder<unknown>, to: RawBuilder<unknown>) =>
  sql`round(percentile_cont(0.5) within group (order by extract(epoch from ${to} - ${from})) / 60)`;
const isWithin = (column: RawBuilder<unknown>, { start, end }: Period) =>
  sql<boolean>`${column} >= ${start} and ${column} < ${end}`;

/** Aggregates the rows of a table in a country, whose time is in a period. */
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
  const read = Object.keys(aggregates).map((name) => {
    const value = row?.[name as Name] ?? null;
    return [name, value === null ? null : Number(value)];
  });
  // Safe: the names are those of the aggregates.
  return Object.fromEntries(read) as Record<Name, number | null>;
}

/** Reads the periods one after the other, so that a report uses one connection. */
async function eachPeriod<Result>(
  periods: readonly Period[],
  read: (period: Period) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const period of periods) results.push(await read(period));
  return results;
}

interface Counted {
  readonly records: number;
  readonly points: number;
}

/**
 * Counts the records of a country, and sums their points, from its daily sums.
 * @param figures such as `orders_3`
 * @param days first and last day; no `from` counts from the beginning
 * @returns the sum of some of the figures
 */
async function countRecords(
  db: Kysely<Database>,
  region: RegionId,
  figures: readonly string[],
  { from, until }: Partial<Period['days']> & Pick<Period['days'], 'until'>,
): Promise<(some: readonly string[]) => Counted> {
  const rowsOf = (table: 'report_days' | 'report_changes') => sql`
    select figure, records, points from ${sql.table(table)}
    where region_id = ${region} and figure = any(${figures}::text[])
      and day <= ${until}::date and ${from === undefined ? sql`true` : sql`day >= ${from}::date`}`;
  const { rows } = await sql<{ figure: string; records: number; points: number }>`
    select figure, sum(records)::bigint as records, sum(points)::bigint as points
    from (${rowsOf('report_days')} union all ${rowsOf('report_changes')}) as counted
    group by figure`.execute(db);
  return (some) => {
    const found = rows.filter(({ figure }) => some.includes(figure));
    return {
      records: found.reduce((sum, row) => sum + Number(row.records), 0),
      points: found.reduce((sum, row) => sum + Number(row.points), 0),
    };
  };
}

/** Balances and their parts, from the ledger of all companies in the country. */
const readPoints: ReadFigures<'points'> = (db, region, periods) =>
  eachPeriod(periods, async ({ start, end }) => {
    const sum = sql`coalesce(sum(${ledgerChange}), 0)`;
    const linesBetween = (from: Date | null, until: Date) =>
      sql`(${ledgerSums({ region, from, until })}) as line`;
    const { opening } = await aggregate(db, linesBetween(null, start), { opening: sum });
    const parts = await aggregate(
      db,
      linesBetween(start, end),
      // Safe: each part is a key.
      Object.fromEntries(
        ledgerParts.map((part) => [
          part,
          sql`coalesce(sum(${ledgerChange}) filter (where ${ledgerPart} = ${part}), 0)`,
        ]),
      ) as Aggregates<(typeof ledgerParts)[number]>,
    );
    const changes = Object.values(parts).map(Number);
    const closing = changes.reduce((total, change) => total + change, Number(opening));
    return { opening, ...parts, closing };
  });

const readCompanies: ReadFigures<'companies'> = (db, region, periods) =>
  eachPeriod(periods, async ({ days: { from, until } }) => {
    const figures = ['companies'];
    const registered = await countRecords(db, region, figures, { from, until });
    const total = await countRecords(db, region, figures, { until });
    return { registered: registered(figures).records, total: total(figures).records };
  });

const readProjects: ReadFigures<'projects'> = (db, region, periods) =>
  eachPeriod(periods, async ({ days }) => {
    const counted = await countRecords(db, region, ['projects', 'projects_closed'], days);
    return { added: counted(['projects']).records, closed: counted(['projects_closed']).records };
  });

/** Reviewers' decisions in the console that took effect. The `club` command stores none. */
const readProducts: ReadFigures<'products'> = (db, region, periods) =>
  eachPeriod(periods, async (period) => ({
    added: (await countRecords(db, region, ['scans'], period.days))(['scans']).records,
    ...(await aggregate(
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
    )),
  }));

const readOrders: ReadFigures<'orders'> = (db, region, periods) =>
  eachPeriod(periods, async ({ days }) => {
    const statuses = Object.values(orderStatuses);
    const figuresOf = (phases: readonly OrderPhase[]) =>
      statuses
        .filter((status) => phases.includes(orderPhaseOf(status)))
        .map((status) => `orders_${status}`);
    const all = statuses.map((status) => `orders_${status}`);
    const counted = await countRecords(db, region, all, days);
    return {
      placed: counted(all).records,
      in_progress: counted(figuresOf(['in_progress'])).records,
      done: counted(figuresOf(['done'])).records,
      rejected: counted(figuresOf(['rejected'])).records,
      points: counted(figuresOf(['in_progress', 'done'])).points,
    };
  });

const readLeads: ReadFigures<'leads'> = (db, region, periods) =>
  eachPeriod(periods, async ({ days }) => {
    const figureOf = (status: LeadStatus) => `leads_${status}`;
    const all = leadStatuses.map(figureOf);
    const counted = await countRecords(db, region, ['lead_requests', ...all], days);
    const inGroup = (group: LeadGroup) =>
      counted(leadStatuses.filter((status) => leadGroupOf(status) === group).map(figureOf)).records;
    return {
      requests: counted(['lead_requests']).records,
      offered: counted(all).records,
      ...{ open: inGroup('open'), scheduled: inGroup('scheduled') },
      ...{ completed: inGroup('completed'), other: inGroup('other') },
    };
  });

const readSupport: ReadFigures<'support'> = (db, region, periods) =>
  eachPeriod(periods, async (period) => {
    const chats = sql`support_chats left join lateral (
      select min(created_at) as at from support_messages
        where chat_uuid = support_chats.uuid and sender = 'admin') as answer on true
      where region_id = ${region} and not deleted
        and ${isWithin(sql`support_chats.created_at`, period)}`;
    const messages = sql`support_messages inner join support_chats
      on support_chats.uuid = support_messages.chat_uuid
      where region_id = ${region} and not deleted
        and ${isWithin(sql`support_messages.created_at`, period)}`;
    return {
      chats: (await countRecords(db, region, ['chats'], period.days))(['chats']).records,
      ...(await aggregate(db, chats, {
        answer_minutes: medianMinutes(sql`support_chats.created_at`, sql`answer.at`),
      })),
      ...(await aggregate(db, messages, {
        messages: countIf(sql`sender = 'installer'`),
        answers: countIf(sql`sender = 'admin'`),
      })),
    };
  });

/** Reads the figures of each subject. */
export const readFigures: { readonly [S in ReportSubject]: ReadFigures<S> } = {
  points: readPoints,
  companies: readCompanies,
  projects: readProjects,
  products: readProducts,
  orders: readOrders,
  leads: readLeads,
  support: readSupport,
};
