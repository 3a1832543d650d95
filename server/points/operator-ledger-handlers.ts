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
import { ledgerChange, ledgerPart } from './ledger-parts.ts';

type Filters = QueryOf<typeof operatorCalls.sumLedger>;

/** Conditions of a list, also used for its sum. Each has an index in the list's order. */
export function ledgerConditions({
  region,
  part,
  event,
  company,
  campaign,
  from,
  until,
}: Filters): RawBuilder<boolean>[] {
  const code = regionCodeOf(region);
  const dayStart = (text: string) => new Date(startOfDay(code, text));
  return [
    ...(part === undefined ? [] : [sql<boolean>`${ledgerPart} = ${part}`]),
    ...(event === undefined ? [] : [sql<boolean>`event = ${event}`]),
    ...(company === undefined ? [] : [sql<boolean>`company_id = ${company}`]),
    ...(campaign === undefined ? [] : [sql<boolean>`campaign ->> 'id' = ${campaign}`]),
    ...(from === undefined ? [] : [sql<boolean>`created_at >= ${dayStart(from)}`]),
    ...(until === undefined ? [] : [sql<boolean>`created_at < ${dayStart(addDays(until, 1))}`]),
  ];
}

const listLedger: OperatorHandler<typeof operatorCalls.listLedger> = async (
  { query, operator },
  { db },
) => {
  requireRegion(operator, query.region);
  const conditions = ledgerConditions(query);
  const { rows, meta } = await readRegionPage(
    db,
    operator,
    query,
    {
      ...{ table: 'ledger', keys: ['created_at', 'uuid'], isDescending: true },
      where: (lines) => conditions.reduce((found, condition) => found.where(condition), lines),
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

const sumLedger: OperatorHandler<typeof operatorCalls.sumLedger> = async ({ query, operator }) => {
  requireRegion(operator, query.region);
  const lines = operator.queries.selectFrom('ledger').where('region_id', '=', query.region);
  const { count, sum } = await ledgerConditions(query)
    .reduce((found, condition) => found.where(condition), lines)
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .select(sql<string>`coalesce(sum(${ledgerChange}), 0)::bigint`.as('sum'))
    .executeTakeFirstOrThrow();
  return { lines: Number(count), points: Number(sum) };
};

/** The ledger of a country. */
export const operatorLedgerHandlers = {
  listLedger,
  sumLedger,
} satisfies Partial<OperatorHandlers>;
