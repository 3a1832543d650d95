import { type RawBuilder, sql } from 'kysely';
import { type operatorCalls } from '#schemas/operator/operator-calls.ts';
import { regionsWithRight } from '#schemas/operator/operator-rights.ts';
import { type OperatorHandler, type OperatorInput } from '../console/operator-handler.ts';
import { chosenRegions } from '../console/operator-scope.ts';
import { joinConditions } from '../db/join-conditions.ts';
import { inOrder, readMatches, readSearch } from './searchable-lists.ts';

type ListInput = OperatorInput<typeof operatorCalls.listCompanies>;

/** Lists companies, found by their searchable copies. */
export const listCompanies: OperatorHandler<typeof operatorCalls.listCompanies> = async (
  input,
  { db },
) => {
  const { query, operator } = input;
  const regions = chosenRegions(operator, query.region);
  const { ids, meta } = await readMatches(db, {
    table: 'company_search',
    id: 'company_id',
    regions,
    query,
    matches: (words) => matching(input, words),
  });
  if (ids.length === 0) return { data: [], meta };
  const rows = await operator.queries
    .selectFrom('companies')
    .selectAll()
    .where('id', 'in', ids)
    .execute();
  const data = inOrder(ids, rows).map((row) => ({
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
  return { data, meta };
};

export function verificationOf(company: {
  readonly reserved_points: number;
  readonly refused_at: Date | null;
}): 'verified' | 'open' | 'refused' {
  if (company.refused_at !== null) return 'refused';
  return company.reserved_points === 0 ? 'verified' : 'open';
}

/** Conditions of the filters. */
function matching({ query, operator }: ListInput, words: RawBuilder<unknown>) {
  const { active, verification, company_type, leads, search = '' } = query;
  const conditions: RawBuilder<boolean>[] = [];
  if (active !== undefined) conditions.push(sql`active = ${sql.lit(active)}`);
  if (company_type !== undefined) conditions.push(sql`company_type = ${company_type}`);
  if (leads !== undefined) conditions.push(sql`accepts_leads = ${sql.lit(leads === 1)}`);
  // Written as literals, so that the indexes of the few such companies are used.
  if (verification === 'refused') conditions.push(sql`is_refused`);
  if (verification === 'open') conditions.push(sql`not is_verified and not is_refused`);
  if (verification === 'verified') conditions.push(sql`is_verified and not is_refused`);
  if (search !== '') conditions.push(found(search, operator, words));
  return joinConditions(conditions);
}

/** Companies with the words, or with a person’s contact data if the operator may read it. */
function found(
  search: string,
  operator: ListInput['operator'],
  words: RawBuilder<unknown>,
): RawBuilder<boolean> {
  const typed = readSearch(search);
  const personal = regionsWithRight(operator.grants, 'personal.read');
  if (typed.contact === null || personal.length === 0) return sql`${words} @@ ${typed.words}`;
  return sql`company_id in (
    select company_id from person_search
    where region_id = any(${[...personal]}::integer[]) and words @@ ${typed.contact}
    union
    select company_id from company_search where words @@ ${typed.words})`;
}
