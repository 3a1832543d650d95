import { type Kysely, type RawBuilder, sql } from 'kysely';
import { leadGroups, leadGroupOf, leadStatuses } from '#schemas/lead-status.ts';
import { ledgerParts } from '#schemas/operator/company-calls.ts';
import { type ReportFigure, type ReportSubject } from '#schemas/operator/report-calls.ts';
import { type OrderPhase, orderPhaseOf, orderStatuses } from '#schemas/order.ts';
import { type RegionId } from '#schemas/regions.ts';
import { type Database } from '../db/tables.ts';
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

const count = sql`count(*)`;
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

/** Balances and their parts, from the ledger of all companies in the country. */
const readPoints: ReadFigures<'points'> = async (db, region, periods) => {
  const parts = (period: Period) =>
    ledgerParts.map(
      (part) =>
        sql`coalesce(sum(${ledgerChange}) filter (where ${ledgerPart} = ${part}
          and ${isWithin(sql`ledger.created_at`, period)}), 0)::bigint`,
    );
  const sums = periods.map(
    (period) => sql`json_build_array(
      coalesce(sum(${ledgerChange}) filter (where ledger.created_at < ${period.start}), 0)::bigint,
      ${sql.join(parts(period))})`,
  );
  // The opening needs all older lines, so both periods are summed in one pass.
  const { rows } = await sql<{ sums: [number, number, number, number, number][] }>`
    select json_build_array(${sql.join(sums)}) as sums
    from ledger where region_id = ${region}`.execute(db);
  return (rows[0]?.sums ?? []).map(([opening, earned, spent, expired, corrected]) => {
    const closing = opening + earned + spent + expired + corrected;
    return { opening, earned, spent, expired, corrected, closing };
  });
};

const readCompanies: ReadFigures<'companies'> = (db, region, periods) =>
  eachPeriod(periods, (period) =>
    aggregate(db, sql`companies where regions_id = ${region} and created_at < ${period.end}`, {
      registered: countIf(isWithin(sql`created_at`, period)),
      total: count,
    }),
  );

/** Rows of a replicated table in a country that were created in a period. */
const createdRows = (
  table: 'orders' | 'projects' | 'scans' | 'leads',
  region: RegionId,
  period: Period,
) =>
  sql`${sql.table(table)} where region_id = ${region} and not deleted
    and ${isWithin(sql`created_at`, period)}`;

const readProjects: ReadFigures<'projects'> = (db, region, periods) =>
  eachPeriod(periods, async (period) => ({
    ...(await aggregate(db, createdRows('projects', region, period), { added: count })),
    ...(await aggregate(
      db,
      sql`projects where region_id = ${region} and not deleted
        and ${isWithin(sql`project_closed`, period)}`,
      { closed: count },
    )),
  }));

/** Reviewers' decisions in the console that took effect. The `club` command stores none. */
const readProducts: ReadFigures<'products'> = (db, region, periods) =>
  eachPeriod(periods, async (period) => ({
    ...(await aggregate(db, createdRows('scans', region, period), { added: count })),
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

const isInPhase = (phase: OrderPhase) => {
  const statuses = Object.values(orderStatuses).filter((status) => orderPhaseOf(status) === phase);
  return sql`status in (${sql.join(statuses)})`;
};
const readOrders: ReadFigures<'orders'> = (db, region, periods) =>
  eachPeriod(periods, (period) =>
    aggregate(db, createdRows('orders', region, period), {
      placed: count,
      in_progress: countIf(isInPhase('in_progress')),
      done: countIf(isInPhase('done')),
      rejected: countIf(isInPhase('rejected')),
      points: sql`coalesce(sum(points) filter (where not ${isInPhase('rejected')}), 0)`,
    }),
  );

const [open, scheduled, completed, other] = leadGroups.map((group) => {
  const statuses = leadStatuses.filter((status) => leadGroupOf(status) === group);
  return countIf(sql`status in (${sql.join(statuses)})`);
}) as [RawBuilder<unknown>, RawBuilder<unknown>, RawBuilder<unknown>, RawBuilder<unknown>];
const readLeads: ReadFigures<'leads'> = (db, region, periods) =>
  eachPeriod(periods, async (period) => ({
    ...(await aggregate(
      db,
      sql`lead_requests where region_id = ${region} and ${isWithin(sql`created_at`, period)}`,
      { requests: count },
    )),
    ...(await aggregate(db, createdRows('leads', region, period), {
      ...{ offered: count, open, scheduled, completed, other },
    })),
  }));

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
      ...(await aggregate(db, chats, {
        chats: count,
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
