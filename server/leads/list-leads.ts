import { type RawBuilder, type Selectable, sql } from 'kysely';
import { type Lead } from '#schemas/lead.ts';
import { leadGroupOf, leadStatuses } from '#schemas/lead-status.ts';
import { type ListedLead } from '#schemas/operator/lead-calls.ts';
import { type operatorCalls } from '#schemas/operator/operator-calls.ts';
import { type CustomerInfo } from '#schemas/project-lead.ts';
import {
  type OperatorActor,
  type OperatorHandler,
  type OperatorInput,
} from '../console/operator-handler.ts';
import { countExactly, readCursor, readOperatorPage } from '../console/operator-pages.ts';
import { chosenRegions } from '../console/operator-scope.ts';
import { afterCursor, matchesWords, selectMerged, timeCursor } from './lead-lists.ts';
import { listedHomeowner, personalRegions } from './lead-masks.ts';
import { type LeadsTable } from './lead-tables.ts';

const town = sql`customer_info ->> 'City'`;
// Same expression as in the index (migration 070).
const names = sql`(customer_info ->> 'FirstName') || ' ' || (customer_info ->> 'LastName') || ' ' ||
  (customer_info ->> 'City')`;
const ORDER = 'desc';

type ListQuery = OperatorInput<typeof operatorCalls.listLeads>['query'];

/** Lists leads, newest first. */
export const listLeads: OperatorHandler<typeof operatorCalls.listLeads> = async (
  { query, operator },
  { db },
) => {
  const { queries } = operator;
  const { search = '', company, region } = query;
  const regions = chosenRegions(operator, region);
  const values = statusesOf(query);
  const words = matchesWords(names, search);
  const personal = personalRegions(operator);
  // A name that the operator can't read can't be searched either.
  const ofTown = regions.every((id) => personal.has(id)) ? null : matchesWords(town, search);
  const filter = timeFilter(query);
  const matching = queries
    .selectFrom('leads')
    .where('region_id', 'in', regions.length === 0 ? [0 as never] : regions)
    .where('status', 'in', values.length === 0 ? ['' as never] : values)
    .where(sql<boolean>`not deleted`)
    .where(filter)
    .where(words ?? sql<boolean>`true`)
    .where(ofTown ?? sql<boolean>`true`)
    .$if(company !== undefined, (rows) => rows.where('company_id', '=', company ?? ''));
  const cursor = readCursor(query, timeCursor);
  const part = { table: 'leads', column: 'status', values, regions, filter } as const;
  const order = { cursor, order: ORDER } as const;
  const { rows, next } = await readOperatorPage(
    query,
    (limit) =>
      words === null && company === undefined
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
  const data = await loadLeads(
    operator,
    rows.map(({ uuid }) => uuid),
  );
  return { data, meta: { next, total: await countExactly(db, matching.select('uuid')) } };
};

function statusesOf({ group, status }: ListQuery) {
  return leadStatuses.filter(
    (value) =>
      (status === undefined || value === status) &&
      (group === undefined || leadGroupOf(value) === group),
  );
}

function timeFilter({ before, since }: ListQuery): RawBuilder<boolean> {
  return sql`${before === undefined ? sql`true` : sql`created_at < ${before}::timestamptz`}
    and ${since === undefined ? sql`true` : sql`created_at >= ${since}::timestamptz`}`;
}

async function loadLeads(operator: OperatorActor, ids: readonly string[]): Promise<ListedLead[]> {
  if (ids.length === 0) return [];
  const rows = await selectLeadsWithCompanies(operator).where('leads.uuid', 'in', ids).execute();
  const personal = personalRegions(operator);
  const rowOf = new Map(rows.map((row) => [row.uuid, row]));
  return ids.flatMap((id) => {
    const row = rowOf.get(id);
    return row ? [listedLead(row, personal.has(row.region_id))] : [];
  });
}

/** Query for leads with their company's name and town. */
export function selectLeadsWithCompanies({ queries }: Pick<OperatorActor, 'queries'>) {
  return queries
    .selectFrom('leads')
    .innerJoin('companies', 'companies.id', 'leads.company_id')
    .selectAll('leads')
    .select(['companies.name as company_name', 'companies.city as company_city'])
    .where('leads.deleted', '=', false);
}

export type LeadWithCompany = Selectable<LeadsTable> & {
  readonly company_name: string;
  readonly company_city: string;
};

/** Returns the homeowner of a lead. */
export function homeownerOf(row: Selectable<LeadsTable>) {
  // The jsonb columns only contain values that passed the wire schemas.
  const customer = row.customer_info as CustomerInfo;
  const extras = row.extras as Lead['extras'];
  return {
    first_name: customer.FirstName,
    last_name: customer.LastName,
    street: customer.StreetHouseNumber,
    postal_code: customer.PostalCode,
    city: customer.City,
    phone: [row.mobile, row.mobile_phone].filter(Boolean).join(', '),
    email: row.email,
    message: extras.Notes,
  };
}

export const companyOf = (row: LeadWithCompany) => ({
  id: row.company_id,
  name: row.company_name,
  city: row.company_city,
});

/** Maps a lead to the wire format. */
export function listedLead(row: LeadWithCompany, canRead: boolean): ListedLead {
  return {
    id: row.uuid,
    region: row.region_id,
    rev: row.rev,
    status: row.status,
    company: companyOf(row),
    ...listedHomeowner(homeownerOf(row), canRead),
    created_at: row.created_at.toISOString(),
    moved_at: row.moved_at.toISOString(),
    moved_by: row.moved_by,
    expires_on: row.expires_on?.toISOString() ?? null,
    windows: row.windows,
    products: row.products as ListedLead['products'],
    request: row.request_id,
    project: row.project_id,
  };
}
