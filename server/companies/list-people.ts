import { type RawBuilder, sql } from 'kysely';
import { type operatorCalls } from '#schemas/operator/operator-calls.ts';
import { regionsWithRight } from '#schemas/operator/operator-rights.ts';
import { type OperatorHandler, type OperatorInput } from '../console/operator-handler.ts';
import { chosenRegions } from '../console/operator-scope.ts';
import { nameFor, readsPersonalData } from './personal-data.ts';
import { joinConditions } from '../db/join-conditions.ts';
import { inOrder, readMatches, readSearch } from './searchable-lists.ts';

type ListInput = OperatorInput<typeof operatorCalls.listPeople>;

/** Lists people, found by their searchable copies. */
export const listPeople: OperatorHandler<typeof operatorCalls.listPeople> = async (
  input,
  { db },
) => {
  const { query, operator } = input;
  const regions = chosenRegions(operator, query.region);
  const { ids, meta } = await readMatches(db, {
    table: 'person_search',
    id: 'person_id',
    regions,
    query,
    matches: (words) => matching(input, words),
  });
  if (ids.length === 0) return { data: [], meta };
  const rows = await operator.queries
    .selectFrom('installers as person')
    .innerJoin('companies', 'companies.id', 'person.company_id')
    .select(['person.id', 'person.name', 'surname', 'person.role', 'person.active'])
    .select(['has_signed_in', 'person.created_at', 'companies.regions_id as region'])
    .select(['companies.id as company_id', 'companies.name as company_name'])
    .where('person.id', 'in', ids)
    .execute();
  const data = inOrder(ids, rows).map((row) => ({
    id: row.id,
    name: nameFor(readsPersonalData(operator, row.region))(row) ?? '',
    company: { id: row.company_id, name: row.company_name },
    region: row.region,
    role: row.role,
    active: row.active,
    has_signed_in: row.has_signed_in,
    created_at: row.created_at.toISOString(),
  }));
  return { data, meta };
};

/** Conditions of the filters. Searches contact data only if the operator may read it. */
function matching({ query, operator }: ListInput, words: RawBuilder<unknown>) {
  const { active, role, company, search = '' } = query;
  const conditions: RawBuilder<boolean>[] = [];
  // Written as literals, so that the index of removed people is used.
  if (active !== undefined) conditions.push(active === 1 ? sql`active` : sql`not active`);
  if (role !== undefined) conditions.push(sql`role = ${role}`);
  if (company !== undefined) conditions.push(sql`company_id = ${company}`);
  if (search !== '') {
    const typed = readSearch(search);
    const personal = regionsWithRight(operator.grants, 'personal.read');
    const isRead = operator.regions.every((id) => personal.includes(id));
    const searched =
      typed.contact !== null && isRead ? sql`(${typed.words} || ${typed.contact})` : typed.words;
    conditions.push(sql`${words} @@ ${searched}`);
  }
  return joinConditions(conditions);
}
