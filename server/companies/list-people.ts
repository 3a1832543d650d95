import { type RawBuilder, sql } from 'kysely';
import { type operatorCalls } from '#schemas/operator/operator-calls.ts';
import { regionsWithRight } from '#schemas/operator/operator-rights.ts';
import { readNamedPage } from '../console/full-names.ts';
import { type OperatorHandler, type OperatorInput } from '../console/operator-handler.ts';
import { type ScopedQueries } from '../console/operator-scope.ts';
import { joinConditions } from '../db/join-conditions.ts';
import { anyUuid } from '../scans/any-of.ts';
import { createNameFormatter, readsPersonalData } from './personal-data.ts';
import { parseSearch, searchOrder } from './searchable-lists.ts';

type ListInput = OperatorInput<typeof operatorCalls.listPeople>;

/** Lists people from `person_search`, which has a searchable copy of each person. */
export const listPeople: OperatorHandler<typeof operatorCalls.listPeople> = async (
  input,
  services,
) => {
  const { query } = input;
  const condition = getSearchCondition(input);
  return readNamedPage(
    services,
    input,
    {
      table: 'person_search',
      ...searchOrder(query, 'person_id'),
      where: (rows) => rows.where(joinConditions(getFilterConditions(input))),
      ...{ searchCondition: condition, rowCondition: condition },
    },
    { load: loadPeople, idOf: ({ id }) => id, describe: toListedPerson },
  );
};

function loadPeople(ids: readonly string[], queries: ScopedQueries) {
  return queries
    .selectFrom('installers as person')
    .innerJoin('companies', 'companies.id', 'person.company_id')
    .select(['person.id', 'person.name', 'surname', 'person.role', 'person.active'])
    .select(['has_signed_in', 'person.created_at', 'companies.regions_id as region_id'])
    .select(['companies.id as company_id', 'companies.name as company_name'])
    .where('person.id', '=', anyUuid(ids))
    .execute();
}

function toListedPerson(
  row: Awaited<ReturnType<typeof loadPeople>>[number],
  operator: ListInput['operator'],
) {
  return {
    id: row.id,
    name: createNameFormatter(readsPersonalData(operator, row.region_id))(row) ?? '',
    company: { id: row.company_id, name: row.company_name },
    region: row.region_id,
    role: row.role,
    active: row.active,
    has_signed_in: row.has_signed_in,
    created_at: row.created_at.toISOString(),
  };
}

/** Conditions of the filters. */
function getFilterConditions({ query: { active, company, role } }: ListInput) {
  const conditions: RawBuilder<boolean>[] = [];
  // Written as literals, so that the index of removed people is used.
  if (active !== undefined) conditions.push(active === 1 ? sql`active` : sql`not active`);
  if (role !== undefined) conditions.push(sql`role = ${role}`);
  if (company !== undefined) conditions.push(sql`company_id = ${company}`);
  return conditions;
}

/** True for people who match the searched words. Contact data is only searched if the operator may read it. */
function getSearchCondition({ query: { search = '' }, operator }: ListInput) {
  if (search === '') return undefined;
  const terms = parseSearch(search);
  const personalRegions = regionsWithRight(operator.grants, 'personal.read');
  const canReadContacts = operator.regions.every((id) => personalRegions.includes(id));
  const searchedWords =
    terms.contact !== null && canReadContacts
      ? sql`(${terms.words} || ${terms.contact})`
      : terms.words;
  return sql<boolean>`words @@ ${searchedWords}`;
}
