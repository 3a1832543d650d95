import { type Selectable } from 'kysely';
import { type operatorCalls } from '#schemas/operator/operator-calls.ts';
import { type ListedLeadRequest } from '#schemas/operator/lead-calls.ts';
import { overdueBefore } from '#schemas/operator/queue-targets.ts';
import { leadRequestStates } from '#schemas/lead-request.ts';
import { type OperatorActor, type OperatorHandler } from '../console/operator-handler.ts';
import { chosenRegions } from '../console/operator-scope.ts';
import { readRegionPage } from '../console/region-page.ts';
import { matchesWords, partsOf } from './lead-lists.ts';
import { listedHomeowner, personalRegions } from './lead-masks.ts';
import { type LeadRequestsTable } from './lead-tables.ts';

export type RequestRow = Selectable<LeadRequestsTable>;

/** Lists requests, oldest first. */
export const listLeadRequests: OperatorHandler<typeof operatorCalls.listLeadRequests> = async (
  { query, operator },
  { db, clock },
) => {
  const { state, overdue, search = '' } = query;
  const regions = chosenRegions(operator, query.region);
  const states =
    state !== undefined ? [state] : overdue === 1 ? (['waiting'] as const) : leadRequestStates;
  const found = matchesWords('lead_requests', search, operator, regions);
  const hasParts = found === undefined || states.length === 1;
  const { rows, meta } = await readRegionPage(
    db,
    operator,
    query,
    {
      table: 'lead_requests',
      keys: ['created_at', 'uuid'],
      isDescending: false,
      where: (requests) =>
        overdue === undefined
          ? requests
          : requests
              .where('state', '=', 'waiting')
              .where('created_at', '<', overdueBefore('requests', clock.now())),
      // A search in all states isn't split into parts, because another index orders the rows of all states.
      parts: hasParts ? partsOf('state', states, regions) : undefined,
      ...{ found, compared: found },
    },
    { load: (ids) => loadRequests(operator, ids), idOf: ({ id }) => id },
  );
  return { data: [...rows], meta };
};

async function loadRequests(
  operator: OperatorActor,
  ids: readonly string[],
): Promise<ListedLeadRequest[]> {
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
  return rows.map((row) =>
    listedRequest(row, personal.has(row.region_id), countOf.get(row.uuid) ?? 0),
  );
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
