import { type RawBuilder, sql } from 'kysely';
import { type operatorCalls } from '#schemas/operator/operator-calls.ts';
import { overdueBefore } from '#schemas/operator/queue-targets.ts';
import { regionsWithRight } from '#schemas/operator/operator-rights.ts';
import { type OperatorHandler, type OperatorInput } from '../console/operator-handler.ts';
import { type ScopedQueries } from '../console/operator-scope.ts';
import { readRegionPage } from '../console/region-page.ts';
import { joinConditions } from '../db/join-conditions.ts';
import { anyUuid } from '../scans/any-of.ts';
import { readSearch, searchOrder } from './searchable-lists.ts';

type ListInput = OperatorInput<typeof operatorCalls.listCompanies>;

/** Lists companies from `company_search`, which has a searchable copy of each company. */
export const listCompanies: OperatorHandler<typeof operatorCalls.listCompanies> = async (
  input,
  { db, clock },
) => {
  const { query, operator } = input;
  const { search = '' } = query;
  const condition = search === '' ? undefined : found(search, operator);
  const { rows: data, meta } = await readRegionPage(
    db,
    operator,
    query,
    {
      table: 'company_search',
      ...searchOrder(query, 'company_id'),
      where: (rows) => rows.where(joinConditions(matching(input, clock.now()))),
      ...{ found: condition, compared: condition },
    },
    { load: loadCompanies, idOf: ({ id }) => id },
  );
  return { data, meta };
};

async function loadCompanies(ids: readonly string[], queries: ScopedQueries) {
  const rows = await queries
    .selectFrom('companies')
    .selectAll()
    .where('id', '=', anyUuid(ids))
    .execute();
  return rows.map((row) => ({
    id: row.id,
    number: row.number,
    name: row.name,
    region: row.regions_id,
    city: row.city,
    registration_number: row.registration_number,
    company_type: row.company_type,
    active: row.active,
    verification: verificationOf(row),
    accepts_leads: row.accepts_leads,
    created_at: row.created_at.toISOString(),
  }));
}

export function verificationOf(company: {
  readonly reserved_points: number;
  readonly refused_at: Date | null;
}): 'verified' | 'open' | 'refused' {
  if (company.refused_at !== null) return 'refused';
  return company.reserved_points === 0 ? 'verified' : 'open';
}

/** Conditions of the filters. */
function matching({ query }: ListInput, now: number) {
  const { active, verification, company_type, leads, overdue } = query;
  const conditions: RawBuilder<boolean>[] = [];
  if (active !== undefined) conditions.push(sql`active = ${sql.lit(active)}`);
  if (company_type !== undefined) conditions.push(sql`company_type = ${company_type}`);
  if (leads !== undefined) conditions.push(sql`accepts_leads = ${sql.lit(leads === 1)}`);
  // The flags are literals instead of parameters, so that PostgreSQL uses the indexes of these few companies.
  if (verification === 'refused') conditions.push(sql`is_refused`);
  if (verification === 'open') conditions.push(sql`not is_verified and not is_refused`);
  if (overdue === 1) conditions.push(isOverdue(now));
  if (verification === 'verified') conditions.push(sql`is_verified and not is_refused`);
  return conditions;
}

/** True for companies that have waited for their verification longer than its target. */
const isOverdue = (now: number) => sql<boolean>`not is_verified and not is_refused
  and created_at < ${overdueBefore('verifications', now)}`;

/** Companies with the words, or with a person’s contact data if the operator may read it. */
function found(search: string, operator: ListInput['operator']): RawBuilder<boolean> {
  const terms = readSearch(search);
  const personal = regionsWithRight(operator.grants, 'personal.read');
  if (terms.contact === null || personal.length === 0) return sql`words @@ ${terms.words}`;
  return sql`company_id in (
    select company_id from person_search
    where region_id = any(${[...personal]}::integer[]) and words @@ ${terms.contact}
    union
    select company_id from company_search where words @@ ${terms.words})`;
}
