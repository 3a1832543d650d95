import { type RawBuilder, type Selectable, sql } from 'kysely';
import { type Lead } from '#schemas/lead.ts';
import { leadGroupOf, leadStatuses } from '#schemas/lead-status.ts';
import { type ListedLead } from '#schemas/operator/lead-calls.ts';
import { type operatorCalls } from '#schemas/operator/operator-calls.ts';
import { type CustomerInfo } from '#schemas/project-lead.ts';
import { type RegionId } from '#schemas/regions.ts';
import { readNamedPage } from '../console/full-names.ts';
import {
  type OperatorActor,
  type OperatorHandler,
  type OperatorInput,
} from '../console/operator-handler.ts';
import { chosenRegions } from '../console/operator-scope.ts';
import { type selectPageKeys } from '../console/region-page.ts';
import { anyUuid } from '../scans/any-of.ts';
import { hasAnyValue, matchesWords, createParts } from './lead-lists.ts';
import { listedHomeowner, personalRegions } from './lead-masks.ts';
import { type LeadsTable } from './lead-tables.ts';

type ListQuery = OperatorInput<typeof operatorCalls.listLeads>['query'];

/** Lists leads by the time at which they were offered. */
export const listLeads: OperatorHandler<typeof operatorCalls.listLeads> = async (
  { query, operator },
  services,
) => {
  const { search = '', company } = query;
  const regions = chosenRegions(operator, query.region);
  const conditions = [
    matchesWords('leads', search, operator, regions),
    company === undefined ? undefined : sql<boolean>`leads.company_id = ${company}`,
  ].filter((condition) => condition !== undefined);
  const condition =
    conditions.length === 0 ? undefined : sql<boolean>`${sql.join(conditions, sql` and `)}`;
  return readNamedPage(
    services,
    { query, operator },
    {
      ...leadList(query, regions, conditions.length > 0),
      ...{ searchCondition: condition, rowCondition: condition },
    },
    {
      load: (ids) =>
        selectLeadsWithCompanies(operator).where('leads.uuid', '=', anyUuid(ids)).execute(),
      idOf: ({ uuid }) => uuid,
      describe: (row, reader) => listedLead(row, personalRegions(reader).has(row.region_id)),
    },
  );
};

/** Returns the list for a query, without its search text and company. Exported for the query-plan test. */
export function leadList(
  query: ListQuery,
  regions: readonly RegionId[],
  hasConditions = false,
): Parameters<typeof selectPageKeys<'leads'>>[2] {
  const values = filterStatuses(query);
  const hasParts = !hasConditions || values.length === 1;
  return {
    table: 'leads',
    keys: ['created_at', 'uuid'],
    isDescending: query.sort !== 'created_at',
    where: (rows) =>
      rows
        // Repeats the condition of the partial index, so that PostgreSQL uses it.
        .where(sql<boolean>`not leads.deleted`)
        .where(hasParts ? sql<boolean>`true` : hasAnyValue('status', values))
        .where(timeFilter(query)),
    parts: hasParts ? createParts('status', values, regions) : undefined,
  };
}

function filterStatuses({ group, status }: ListQuery) {
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
export function toHomeowner(row: Selectable<LeadsTable>) {
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

export const toCompany = (row: LeadWithCompany) => ({
  id: row.company_id,
  name: row.company_name,
  city: row.company_city,
});

/** Maps a lead to the wire format. */
export function listedLead(row: LeadWithCompany, canReadPersonalData: boolean): ListedLead {
  return {
    id: row.uuid,
    region: row.region_id,
    rev: row.rev,
    status: row.status,
    company: toCompany(row),
    ...listedHomeowner(toHomeowner(row), canReadPersonalData),
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
