import { type RawBuilder, sql } from 'kysely';
import { type operatorCalls } from '#schemas/operator/operator-calls.ts';
import { regionsWithRight } from '#schemas/operator/operator-rights.ts';
import { type OperatorHandler, type OperatorInput } from '../console/operator-handler.ts';
import { type ScopedQueries } from '../console/operator-scope.ts';
import { readRegionPage } from '../console/region-page.ts';
import { joinConditions } from '../db/join-conditions.ts';
import { anyUuid } from '../scans/any-of.ts';
import { nameFor, readsPersonalData } from './personal-data.ts';
import { readSearch, searchOrder } from './searchable-lists.ts';

type ListInput = OperatorInput<typeof operatorCalls.listPeople>;

/** Lists people from `person_search`, which has a searchable copy of each person. */
export const listPeople: OperatorHandler<typeof operatorCalls.listPeople> = async (
  input,
  { db },
) => {
  const { query, operator } = input;
  const condition = found(input);
  const { rows: data, meta } = await readRegionPage(
    db,
    operator,
    query,
    {
      table: 'person_search',
      ...searchOrder(query, 'person_id'),
      where: (rows) => rows.where(joinConditions(matching(input))),
      ...{ found: condition, compared: condition },
    },
    { load: (ids, queries) => loadPeople(ids, queries, operator), idOf: ({ id }) => id },
  );
  return { data, meta };
};

async function loadPeople(
  ids: readonly string[],
  queries: ScopedQueries,
  operator: ListInput['operator'],
) {
  const rows = await queries
    .selectFrom('installers as person')
    .innerJoin('companies', 'companies.id', 'person.company_id')
    .select(['person.id', 'person.name', 'surname', 'person.role', 'person.active'])
    .select(['has_signed_in', 'person.created_at', 'companies.regions_id as region'])
    .select(['companies.id as company_id', 'companies.name as company_name'])
    .where('person.id', '=', anyUuid(ids))
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: nameFor(readsPersonalData(operator, row.region))(row) ?? '',
    company: { id: row.company_id, name: row.company_name },
    region: row.region,
    role: row.role,
    active: row.active,
    has_signed_in: row.has_signed_in,
    created_at: row.created_at.toISOString(),
  }));
}

/** Conditions of the filters. */
function matching({ query: { active, company, role } }: ListInput) {
  const conditions: RawBuilder<boolean>[] = [];
  // Written as literals, so that the index of removed people is used.
  if (active !== undefined) conditions.push(active === 1 ? sql`active` : sql`not active`);
  if (role !== undefined) conditions.push(sql`role = ${role}`);
  if (company !== undefined) conditions.push(sql`company_id = ${company}`);
  return conditions;
}

/** People with the searched words. Searches contact data only if the operator may read it. */
function found({ query: { search = '' }, operator }: ListInput) {
  if (search === '') return undefined;
  const terms = readSearch(search);
  const personal = regionsWithRight(operator.grants, 'personal.read');
  const isRead = operator.regions.every((id) => personal.includes(id));
  const searchedWords =
    terms.contact !== null && isRead ? sql`(${terms.words} || ${terms.contact})` : terms.words;
  return sql<boolean>`words @@ ${searchedWords}`;
}
