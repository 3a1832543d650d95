import {
  type ExpressionBuilder,
  type Expression,
  type RawBuilder,
  type SqlBool,
  sql,
} from 'kysely';
import * as v from 'valibot';
import { type operatorCalls } from '#schemas/operator/operator-calls.ts';
import { regionsWithRight } from '#schemas/operator/operator-rights.ts';
import { moment, text, uuid } from '#schemas/primitives.ts';
import { type RegionId } from '#schemas/regions.ts';
import { type OperatorHandler, type OperatorInput } from '../console/operator-handler.ts';
import { countExactly, readCursor, readOperatorPage } from '../console/operator-pages.ts';
import { type Database } from '../db/tables.ts';

type ListInput = OperatorInput<typeof operatorCalls.listCompanies>;

/** Lists companies from their searchable copies, each country by its index. */
export const listCompanies: OperatorHandler<typeof operatorCalls.listCompanies> = async (
  input,
  { db },
) => {
  const { query, operator } = input;
  const { sort = 'name' } = query;
  const column = sort.endsWith('name') ? 'sort_name' : 'created_at';
  const order = sort.startsWith('-') ? 'desc' : 'asc';
  const keys = column === 'sort_name' ? text(200) : moment;
  const cursor = readCursor(query, v.tuple([keys, uuid]));
  const regions = operator.regions.filter((id) => (query.region ?? id) === id);
  const matches = matching(input);
  const after = sql<boolean>`(${sql.ref(column)}, company_id) ${sql.raw(order === 'asc' ? '>' : '<')}
    (${cursor?.[0]}, ${cursor?.[1]}::uuid)`;
  const { rows, next } = await readOperatorPage(
    query,
    (limit) =>
      operator.queries
        .selectFrom(listedRegions(regions))
        .innerJoinLateral(
          (eb) =>
            eb
              .selectFrom('company_search')
              .selectAll()
              .where(sql<boolean>`region_id = listed.id`)
              .where(matches)
              .$if(cursor !== null, (found) => found.where(after))
              .orderBy(column, order)
              .orderBy('company_id', order)
              .limit(limit)
              .as('found'),
          (join) => join.onTrue(),
        )
        .innerJoin('companies', 'companies.id', 'found.company_id')
        .select(['companies.id', 'number', 'name', 'regions_id as region', 'city'])
        .select(['registration_number', 'companies.company_type', 'companies.active'])
        .select(['companies.accepts_leads', 'companies.created_at'])
        .select(['found.sort_name', 'found.is_verified', 'found.is_refused'])
        .orderBy(`found.${column}`, order)
        .orderBy('found.company_id', order)
        .limit(limit)
        .execute(),
    (row) => [column === 'sort_name' ? row.sort_name : row.created_at.toISOString(), row.id],
  );
  const counted = operator.queries
    .selectFrom('company_search')
    .select('company_id')
    .where('region_id', 'in', regions)
    .where(matches);
  const total = regions.length === 0 ? 0 : await countExactly(db, counted);
  const data = rows.map((row) => ({
    id: row.id,
    number: row.number,
    name: row.name,
    region: row.region,
    city: row.city,
    registration_number: row.registration_number,
    company_type: row.company_type,
    active: row.active,
    verification: verificationOf(row),
    accepts_leads: row.accepts_leads,
    created_at: row.created_at.toISOString(),
  }));
  return { data, meta: { next, total } };
};

/** Countries as rows, so that each is read in the order of its index. */
export function listedRegions(regions: readonly RegionId[]) {
  return sql<{ id: RegionId }>`unnest(${[...regions]}::integer[])`.as<'listed'>(
    sql.raw('listed(id)'),
  );
}

export function verificationOf(company: {
  readonly is_verified: boolean;
  readonly is_refused: boolean;
}): 'verified' | 'open' | 'refused' {
  if (company.is_refused) return 'refused';
  return company.is_verified ? 'verified' : 'open';
}

/** Conditions of the filters. Contact data is searched only where the operator may read it. */
function matching({ query, operator }: ListInput) {
  return (eb: ExpressionBuilder<Database, 'company_search'>): Expression<SqlBool> => {
    const { active, verification, company_type, leads, search = '' } = query;
    const conditions: Expression<SqlBool>[] = [];
    if (active !== undefined) conditions.push(eb('active', '=', active));
    if (company_type !== undefined) conditions.push(eb('company_type', '=', company_type));
    if (leads !== undefined) conditions.push(eb('accepts_leads', '=', leads === 1));
    if (verification !== undefined) {
      conditions.push(eb('is_refused', '=', verification === 'refused'));
      if (verification !== 'refused')
        conditions.push(eb('is_verified', '=', verification === 'verified'));
    }
    if (search !== '') conditions.push(found(eb, search, operator));
    return eb.and(conditions);
  };
}

function found(
  eb: ExpressionBuilder<Database, 'company_search'>,
  search: string,
  operator: ListInput['operator'],
): Expression<SqlBool> {
  const { words, contact } = readSearch(search);
  const ownWords = sql<SqlBool>`words @@ ${words}`;
  const personal = regionsWithRight(operator.grants, 'personal.read');
  if (contact === null || personal.length === 0) return ownWords;
  const people = eb
    .selectFrom('person_search')
    .select('person_search.company_id')
    .where('person_search.region_id', 'in', personal)
    .where(sql<SqlBool>`person_search.words @@ ${contact}`);
  const companies = eb
    .selectFrom('company_search as searched')
    .select('searched.company_id')
    .where(sql<SqlBool>`searched.words @@ ${words}`);
  return eb('company_id', 'in', people.union(companies));
}

/** Fewest digits that search numbers, so that a house number doesn't find everyone. */
const MIN_DIGITS = 4;

/** A typed search as conditions on `words` of the searchable copies. */
interface TypedSearch {
  /** Words of names, towns and numbers of the record itself. */
  readonly words: RawBuilder<unknown>;
  /** A phone number or e-mail address; null if the text is neither. */
  readonly contact: RawBuilder<unknown> | null;
}

/** Recognises numbers and addresses in a typed text. “0048 501…” and “+48 501…” are one number. */
function readSearch(typed: string): TypedSearch {
  const text = typed.trim();
  const digits = text.replace(/\D/g, '').replace(/^0+/, '');
  const isNumber = digits.length >= MIN_DIGITS && /^\p{L}{0,5}[\d\s()+./-]+$/u.test(text);
  const isPhone = isNumber && /^[\d\s()+./-]+$/.test(text);
  const compact = text.replace(/[^\p{L}\p{N}]/gu, '');
  const words = isNumber
    ? sql`(words_query(${text}) || words_query(${compact}) || words_query(${digits}))`
    : sql`words_query(${text})`;
  if (isPhone) return { words, contact: sql`prefix_query(${`p:${digits}`})` };
  const isEmail = text.includes('@') && !/\s/.test(text);
  return { words, contact: isEmail ? sql`prefix_query(${`e:${text.toLowerCase()}`})` : null };
}
