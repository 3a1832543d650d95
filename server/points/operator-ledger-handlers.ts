import { type RawBuilder, sql } from 'kysely';
import { addDays, startOfDay } from '#schemas/calendar-day.ts';
import { signedPoints } from '#schemas/ledger.ts';
import { type operatorCalls } from '#schemas/operator/operator-calls.ts';
import { type QueryOf } from '#schemas/api/call.ts';
import { regionCodeOf } from '#schemas/regions.ts';
import { type OperatorHandler, type OperatorHandlers } from '../console/operator-handler.ts';
import { requireRegion, type ScopedQueries } from '../console/operator-scope.ts';
import { readRegionPage } from '../console/region-page.ts';
import { anyUuid } from '../scans/any-of.ts';
import { selectLedgerSums } from './ledger-days.ts';
import { ledgerChange, ledgerPart } from './ledger-parts.ts';

type Filters = QueryOf<typeof operatorCalls.sumLedger>;

/**
 * Returns the conditions for the filters of a list. For every condition, there is an index that contains the matching
 * rows in the list's order.
 */
export function buildLedgerConditions(filters: Filters): RawBuilder<boolean>[] {
  const { part, event, company, campaign, import: importId } = filters;
  const { from, until } = getRange(filters);
  return [
    ...(part === undefined ? [] : [sql<boolean>`${ledgerPart} = ${part}`]),
    ...(event === undefined ? [] : [sql<boolean>`event = ${event}`]),
    ...(company === undefined ? [] : [sql<boolean>`company_id = ${company}`]),
    ...(campaign === undefined ? [] : [sql<boolean>`campaign ->> 'id' = ${campaign}`]),
    ...(importId === undefined ? [] : [sql<boolean>`import_uuid = ${importId}`]),
    ...(from === null ? [] : [sql<boolean>`created_at >= ${from}`]),
    ...(until === null ? [] : [sql<boolean>`created_at < ${until}`]),
  ];
}

/** Start and end of the filtered days. */
function getRange({ region, from, until }: Filters) {
  const dayStart = (text: string) => new Date(startOfDay(regionCodeOf(region), text));
  return {
    from: from === undefined ? null : dayStart(from),
    until: until === undefined ? null : dayStart(addDays(until, 1)),
  };
}

const listLedger: OperatorHandler<typeof operatorCalls.listLedger> = async (
  { query, operator },
  { db },
) => {
  requireRegion(operator, query.region);
  const conditions = buildLedgerConditions(query);
  const { rows, meta } = await readRegionPage(
    db,
    operator,
    query,
    {
      ...{ table: 'ledger', keys: ['created_at', 'uuid'], isDescending: true },
      where: (lines) => conditions.reduce((query, condition) => query.where(condition), lines),
    },
    { load: loadLines, idOf: ({ id }) => id },
  );
  return { data: rows, meta };
};

async function loadLines(ids: readonly string[], queries: ScopedQueries) {
  const rows = await queries
    .selectFrom('ledger')
    .innerJoin('companies', 'companies.id', 'ledger.company_id')
    .select(['ledger.uuid', 'ledger.created_at', 'ledger.event', 'ledger.variation'])
    .select(['ledger.points', 'ledger.campaign', 'ledger.project_uuid', 'ledger.order_uuid'])
    .select(['companies.id', 'companies.name', ledgerPart.as('part')])
    .where('ledger.uuid', '=', anyUuid(ids))
    .execute();
  return rows.map((row) => ({
    id: row.uuid,
    at: row.created_at.toISOString(),
    company: { id: row.id, name: row.name },
    ...{ event: row.event, part: row.part, variation: row.variation, points: signedPoints(row) },
    campaign: row.campaign?.name_translated ?? null,
    ...{ project: row.project_uuid, order: row.order_uuid },
  }));
}

const sumLedger: OperatorHandler<typeof operatorCalls.sumLedger> = async (
  { query, operator },
  { db },
) => {
  requireRegion(operator, query.region);
  const { rows } = await sql<{ lines: number; points: number }>`
    select coalesce(sum(lines), 0)::bigint as lines, coalesce(sum(${ledgerChange}), 0)::bigint as points
    from (${isSelective(query) ? selectLines(query) : selectDailySums(query)}) as line`.execute(db);
  return { lines: Number(rows[0]?.lines ?? 0), points: Number(rows[0]?.points ?? 0) };
};

/** True if the query is limited to a company or an import, so that it has few lines. */
const isSelective = (query: Filters) => query.company !== undefined || query.import !== undefined;

const selectLines = (query: Filters) => sql`
  select 1 as lines, variation, points from ledger
  where region_id = ${query.region} and ${sql.join(buildLedgerConditions(query), sql` and `)}`;

/** Selects daily sums instead of single lines, because a country has too many lines to add up. */
function selectDailySums(query: Filters) {
  const { region, part, event, campaign } = query;
  const { from, until } = getRange(query);
  const conditions = [
    ...(part === undefined ? [] : [sql`${ledgerPart} = ${part}`]),
    ...(event === undefined ? [] : [sql`event = ${event}`]),
    ...(campaign === undefined ? [] : [sql`campaign = ${campaign}`]),
    ...(from === null ? [] : [sql`created_at >= ${from}`]),
    ...(until === null ? [] : [sql`created_at < ${until}`]),
  ];
  const times = [from, until].filter((time) => time !== null);
  const isBounded = from !== null && until !== null;
  return sql`select * from (${selectLedgerSums(region, times, { isBounded })}) as sums
    where ${sql.join([sql`true`, ...conditions], sql` and `)}`;
}

/** A country's ledger in the console. */
export const operatorLedgerHandlers = {
  listLedger,
  sumLedger,
} satisfies Partial<OperatorHandlers>;
