import { type Selectable, sql } from 'kysely';
import { type operatorCalls } from '#schemas/operator/operator-calls.ts';
import { type ListedLeadRequest } from '#schemas/operator/lead-calls.ts';
import { overdueBefore } from '#schemas/operator/queue-targets.ts';
import { leadRequestStates } from '#schemas/lead-status.ts';
import { readNamedPage } from '../console/full-names.ts';
import { type OperatorActor, type OperatorHandler } from '../console/operator-handler.ts';
import { chosenRegions } from '../console/operator-scope.ts';
import { loadClaims } from '../console/record-claims.ts';
import { claimFromQueue, findInList } from '../console/work-queues.ts';
import { isInPeriod } from '../db/join-conditions.ts';
import { matchesWords, createParts } from './lead-lists.ts';
import { listedHomeowner, personalRegions } from './lead-masks.ts';
import { type LeadRequestsTable } from './lead-tables.ts';

export type RequestRow = Selectable<LeadRequestsTable>;

/** Lists requests, oldest first. */
export const listLeadRequests: OperatorHandler<typeof operatorCalls.listLeadRequests> = async (
  { query, operator },
  services,
) => {
  const { db, clock } = services;
  const { state, overdue, search = '' } = query;
  const regions = chosenRegions(operator, query.region);
  const states =
    state !== undefined ? [state] : overdue === 1 ? (['waiting'] as const) : leadRequestStates;
  const condition = matchesWords('lead_requests', search, operator, regions);
  const hasParts = condition === undefined || states.length === 1;
  return readNamedPage(
    services,
    { query, operator },
    {
      table: 'lead_requests',
      keys: ['created_at', 'uuid'],
      isDescending: false,
      where: (rows) => {
        const requests = rows.where(isInPeriod('lead_requests.created_at', query));
        return overdue === undefined
          ? requests
          : requests
              .where('state', '=', 'waiting')
              .where('created_at', '<', overdueBefore('requests', clock.now()));
      },
      // A search in all states isn't split into parts, because another index orders the rows of all states.
      parts: hasParts ? createParts('state', states, regions) : undefined,
      ...{ searchCondition: condition, rowCondition: condition },
    },
    {
      load: async (ids) => {
        const claims = await loadClaims(db, requestClaims(operator), ids, clock.now());
        const requests = await loadRequests(operator, ids);
        return requests.map((row) => ({ ...row, claimed: claims.get(row.uuid) ?? null }));
      },
      idOf: ({ uuid }) => uuid,
      describe: ({ offers, claimed, ...row }, reader) => ({
        ...listedRequest(row, personalRegions(reader).has(row.region_id), offers),
        claimed,
      }),
    },
  );
};

/** Describes the operator's claims on requests. */
export const requestClaims = ({ operatorId }: Pick<OperatorActor, 'operatorId'>) => ({
  kind: 'lead_request',
  operatorId,
});

/** Claims waiting requests, except those that were offered to the operator's own company. */
export const claimLeadRequests = claimFromQueue(
  'lead_request',
  findInList<'lead_requests'>(
    (regions) => ({
      table: 'lead_requests',
      keys: ['created_at', 'uuid'],
      isDescending: false,
      where: (requests) => requests,
      parts: createParts('state', ['waiting'], regions),
    }),
    (company) => sql<boolean>`exists (select from leads
      where leads.request_id = lead_requests.uuid and leads.company_id = ${company}::uuid)`,
  ),
);

/** Loads requests with the number of their offers. */
async function loadRequests(operator: OperatorActor, ids: readonly string[]) {
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
  const offerCounts = new Map(offers.map(({ request_id, count }) => [request_id, Number(count)]));
  return rows.map((row) => ({ ...row, offers: offerCounts.get(row.uuid) ?? 0 }));
}

/** Maps a request to the wire format. */
export function listedRequest(
  row: RequestRow,
  canRead: boolean,
  offers: number,
): Omit<ListedLeadRequest, 'claimed'> {
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
