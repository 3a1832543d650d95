import { type Selectable, sql } from 'kysely';
import { type operatorCalls } from '#schemas/operator/operator-calls.ts';
import { type ListedLeadRequest } from '#schemas/operator/lead-calls.ts';
import { leadRequestStates } from '#schemas/lead-request.ts';
import { type OperatorActor, type OperatorHandler } from '../console/operator-handler.ts';
import { countExactly, readCursor, readOperatorPage } from '../console/operator-pages.ts';
import { chosenRegions } from '../console/operator-scope.ts';
import { afterCursor, matchesWords, selectMerged, timeCursor } from './lead-lists.ts';
import { listedHomeowner, personalRegions } from './lead-masks.ts';
import { type LeadRequestsTable } from './lead-tables.ts';

export type RequestRow = Selectable<LeadRequestsTable>;

const names = sql`first_name || ' ' || last_name || ' ' || city`;
const ORDER = 'asc';

/** Lists requests, oldest first. */
export const listLeadRequests: OperatorHandler<typeof operatorCalls.listLeadRequests> = async (
  { query, operator },
  { db },
) => {
  const { queries } = operator;
  const { state, search = '', region } = query;
  const regions = chosenRegions(operator, region);
  const words = matchesWords(names, search);
  const personal = personalRegions(operator);
  // A name that the operator can't read can't be searched either.
  const town = regions.every((id) => personal.has(id)) ? null : matchesWords(sql`city`, search);
  const states = state === undefined ? leadRequestStates : [state];
  const matching = queries
    .selectFrom('lead_requests')
    .where('region_id', 'in', regions.length === 0 ? [0 as never] : regions)
    .where('state', 'in', states)
    .where(words ?? sql<boolean>`true`)
    .where(town ?? sql<boolean>`true`);
  const cursor = readCursor(query, timeCursor);
  const part = { table: 'lead_requests', column: 'state', values: states, regions } as const;
  const order = { cursor, order: ORDER, filter: sql<boolean>`true` } as const;
  const { rows, next } = await readOperatorPage(
    query,
    (limit) =>
      words === null
        ? selectMerged(queries, { ...part, ...order }, limit).execute()
        : matching
            .select(['uuid', 'created_at'])
            .where(afterCursor(order))
            .orderBy('created_at', ORDER)
            .orderBy('uuid', ORDER)
            .limit(limit)
            .execute(),
    ({ created_at, uuid }) => [created_at.toISOString(), uuid],
  );
  const data = await loadRequests(
    operator,
    rows.map(({ uuid }) => uuid),
  );
  return { data, meta: { next, total: await countExactly(db, matching.select('uuid')) } };
};

async function loadRequests(
  operator: OperatorActor,
  ids: readonly string[],
): Promise<ListedLeadRequest[]> {
  if (ids.length === 0) return [];
  const rows = await operator.queries
    .selectFrom('lead_requests')
    .selectAll()
    .where('uuid', 'in', ids)
    .execute();
  const offers = await operator.queries
    .selectFrom('leads')
    .select(['request_id', ({ fn }) => fn.countAll<number>().as('count')])
    .where('request_id', 'in', ids)
    .groupBy('request_id')
    .execute();
  const countOf = new Map(offers.map(({ request_id, count }) => [request_id, Number(count)]));
  const personal = personalRegions(operator);
  const rowOf = new Map(rows.map((row) => [row.uuid, row]));
  return ids.flatMap((id) => {
    const row = rowOf.get(id);
    if (!row) return [];
    return [listedRequest(row, personal.has(row.region_id), countOf.get(id) ?? 0)];
  });
}

/** Maps a request to the wire format. */
export function listedRequest(
  row: RequestRow,
  canRead: boolean,
  offers: number,
): ListedLeadRequest {
  return {
    id: row.uuid,
    region: row.region_id,
    rev: row.rev,
    created_at: row.created_at.toISOString(),
    state: row.state,
    source: row.source,
    ...listedHomeowner(row, canRead),
    windows: row.windows,
    // Validated before it was stored.
    products: row.products as ListedLeadRequest['products'],
    service: row.service,
    wished_day: row.wished_day,
    offers,
    is_erased: row.erased_at !== null,
  };
}
