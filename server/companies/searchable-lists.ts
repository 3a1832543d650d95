import { normaliseLine } from '#schemas/normalise-text.ts';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import * as v from 'valibot';
import { MAX_COUNTED } from '#schemas/operator/operator-list.ts';
import { moment, text, uuid } from '#schemas/primitives.ts';
import { type RegionId } from '#schemas/regions.ts';
import { readCursor, readOperatorPage } from '../console/operator-pages.ts';
import { type Database } from '../db/tables.ts';

/** Minimum number of digits to search phone numbers, so that a house number doesn't match everyone. */
const MIN_DIGITS = 4;

/** A typed search as conditions on `words` of the searchable copies. */
interface TypedSearch {
  /** Words of names, towns and numbers of the record itself. */
  readonly words: RawBuilder<unknown>;
  /** A phone number or e-mail address; null if the text is neither. */
  readonly contact: RawBuilder<unknown> | null;
}

/** Recognises phone numbers and e-mail addresses in a typed text. “0048 501…” and “+48 501…” are the same number. */
export function readSearch(typed: string): TypedSearch {
  const trimmed = normaliseLine(typed);
  const digits = trimmed.replace(/\D/g, '').replace(/^0+/, '');
  const isNumber = digits.length >= MIN_DIGITS && /^\p{L}{0,5}[\d\s()+./-]+$/u.test(trimmed);
  const isPhone = isNumber && /^[\d\s()+./-]+$/.test(trimmed);
  const compact = trimmed.replace(/[^\p{L}\p{N}]/gu, '');
  const words = isNumber
    ? sql`(words_query(${trimmed}) || words_query(${compact}) || words_query(${digits}))`
    : sql`words_query(${trimmed})`;
  if (isPhone) return { words, contact: sql`prefix_query(${`p:${digits}`})` };
  const isEmail = trimmed.includes('@') && !/\s/.test(trimmed);
  return { words, contact: isEmail ? sql`prefix_query(${`e:${trimmed.toLowerCase()}`})` : null };
}

interface SearchableList {
  readonly table: 'company_search' | 'person_search';
  readonly id: 'company_id' | 'person_id';
  /** Only records of these countries. */
  readonly regions: readonly RegionId[];
  readonly query: {
    readonly cursor?: string | undefined;
    readonly limit?: number | undefined;
    readonly sort?: 'name' | '-name' | 'created_at' | '-created_at' | undefined;
  };
  /**
   * Conditions on the table.
   * @param words the column, or an expression on it that no index covers
   */
  readonly matches: (words: RawBuilder<unknown>) => RawBuilder<boolean>;
}

/** A record and its sort key. */
interface Match {
  readonly id: string;
  readonly key: string | Date;
}

/**
 * Lists the ids of matching records, a page at a time. Collects up to 10,000 matches with the best index and sorts
 * them. With more matches, the first records in order, across all countries, often fill the page.
 */
export async function readMatches(db: Kysely<Database>, list: SearchableList) {
  const { query, regions } = list;
  const isByName = !(query.sort ?? 'name').endsWith('created_at');
  const cursor = readCursor(query, v.tuple([isByName ? text(200) : moment, uuid]));
  const total = await countMatches(db, list);
  const { rows, next } = await readOperatorPage(
    query,
    async (limit) => {
      if (regions.length === 0) return [];
      if (total === null) return walk(db, list, { cursor, limit });
      return (await collect(list, { cursor, limit }).execute(db)).rows;
    },
    ({ id, key }) => [key instanceof Date ? key.toISOString() : key, id],
  );
  return { ids: rows.map(({ id }) => id), meta: { next, total } };
}

const indexedWords = sql.ref('words');
const plainWords = sql`(words || '')`;

async function countMatches(
  db: Kysely<Database>,
  { table, regions, matches }: SearchableList,
): Promise<number | null> {
  if (regions.length === 0) return 0;
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from ${sql.table(table)}
      where region_id = any(${[...regions]}::integer[]) and ${matches(indexedWords)}
      limit ${sql.lit(MAX_COUNTED + 1)}) as counted`.execute(db);
  const count = rows[0]?.count ?? 0;
  return count > MAX_COUNTED ? null : count;
}

interface Range {
  readonly cursor: readonly [string, string] | null;
  readonly limit: number;
}

function orderOf({ query: { sort = 'name' }, id }: SearchableList, cursor: Range['cursor']) {
  const column = sort.endsWith('name') ? 'sort_name' : 'created_at';
  const [direction, sign] = sort.startsWith('-') ? ['desc', '<'] : ['asc', '>'];
  const by = (key: string, last: string) =>
    sql.raw(`"${key}" ${direction}, "${last}" ${direction}`);
  const type = sql.raw(column === 'sort_name' ? 'text' : 'timestamptz');
  const after =
    cursor === null
      ? sql<boolean>`true`
      : sql<boolean>`(${sql.ref(column)}, ${sql.ref(id)}) ${sql.raw(sign ?? '>')}
          (${cursor[0]}::${type}, ${cursor[1]}::uuid)`;
  return { column: sql.ref(column), after, inner: by(column, id), outer: by('key', 'id') };
}

function collect(list: SearchableList, { cursor, limit }: Range) {
  const { column, after, inner } = orderOf(list, cursor);
  const { table, id, regions, matches } = list;
  return sql<Match>`
    with found as materialized (
      select ${sql.ref(id)}, ${column} from ${sql.table(table)}
      where region_id = any(${[...regions]}::integer[]) and ${matches(indexedWords)})
    select ${sql.ref(id)} as id, ${column} as key from found
    where ${after} order by ${inner} limit ${limit}`;
}

interface CandidateRow extends Match {
  /** The sort key with all its digits. */
  readonly key_text: string;
  readonly is_found: boolean;
  readonly position: number;
}

/** How many records to check, step by step, before all matches are collected. */
const CHECK_STEPS = [1000, 4000] as const;

/**
 * Checks records in order, across all countries. Reading each country separately would scan one without matches to its
 * end, and PostgreSQL, which can't estimate the matches, might sort all records.
 */
async function walk(db: Kysely<Database>, list: SearchableList, range: Range): Promise<Match[]> {
  const { table, id, regions, matches } = list;
  const { column, inner, outer } = orderOf(list, null);
  const found: Match[] = [];
  let { cursor } = range;
  for (const count of CHECK_STEPS) {
    const { after } = orderOf(list, cursor);
    const { rows } = await sql<CandidateRow>`
      with page as materialized (
        select *, row_number() over (order by ${outer})::int as position from (
          select page.id, page.key from unnest(${[...regions]}::integer[]) as listed(region)
          cross join lateral (
            select ${sql.ref(id)} as id, ${column} as key from ${sql.table(table)}
            where region_id = listed.region and ${after}
            order by ${inner} limit ${count}) as page
          order by ${outer} limit ${count}) as merged
      )
      select page.id, page.key, page.key::text as key_text, position, (${matches(plainWords)}) is true as is_found
      from page inner join ${sql.table(table)} on ${sql.ref(`${table}.${id}`)} = page.id
      where (${matches(plainWords)}) is true or position = ${count}
      order by position`.execute(db);
    found.push(...rows.filter((row) => row.is_found));
    const last = rows.at(-1);
    if (found.length >= range.limit || last?.position !== count) return found.slice(0, range.limit);
    cursor = [last.key_text, last.id];
  }
  // The first records don't match, for example names that sort before the searched one.
  return [...(await collect(list, range).execute(db)).rows];
}

/** Sorts loaded records in the order of their ids; omits records deleted in the meantime. */
export function inOrder<Row extends { readonly id: string }>(
  ids: readonly string[],
  rows: readonly Row[],
): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
