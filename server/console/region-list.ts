import { type Expression, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { type RegionId } from '#schemas/regions.ts';
import { type Database } from '../db/tables.ts';
import {
  regionColumns,
  type RegionTable,
  type ScopedQueries,
  type ScopedTables,
} from './operator-scope.ts';

type Rows<Table extends RegionTable> = SelectQueryBuilder<ScopedTables, Table, object>;

/** A list of a table's rows in index order. */
export interface RegionList<Table extends RegionTable> {
  readonly table: Table;
  /**
   * Columns of the index that follow the country, such as `created_at` and `uuid`. They are never null, and the last
   * one is the record's id.
   */
  readonly keys: readonly [
    ...(keyof Database[Table] & string)[],
    'company_id' | 'id' | 'person_id' | 'uuid',
  ];
  readonly isDescending: boolean;
  /** Adds the filters. Conditions on columns that precede the keys in the index must be equalities. */
  readonly where: (rows: Rows<Table>) => Rows<Table>;
  readonly parts?: RegionParts<Table> | undefined;
  /**
   * Limits a list to rows found by an unordered index, such as the index of words in a title. The found rows are
   * sorted.
   */
  readonly searchCondition?: RawBuilder<boolean> | undefined;
  /**
   * The search condition in a form that is fast for a single row. It's set if many rows may be found. The rows
   * are then compared in the list's order until enough of them match to fill a page.
   */
  readonly rowCondition?: RawBuilder<boolean> | undefined;
  /** Parts with all found rows, such as the companies that a search finds. If they are few, their index is used. */
  readonly searchParts?: RegionParts<Table> | undefined;
  /**
   * Searched words, if the first key is a name: found rows whose name starts with one of them come first. Such
   * names are adjacent in the index, so other rows needn't be read to find them.
   */
  readonly firstWords?: readonly string[] | undefined;
}

/**
 * Limits a list to some values of a column that precedes the keys in an index. The index orders the rows of each value,
 * and the first rows of each value are merged.
 */
export interface RegionParts<Table extends RegionTable> {
  readonly column: keyof Database[Table] & string;
  /** Selects the values as `value`, each with its country as `region`. */
  readonly values: Expression<{ readonly region: RegionId; readonly value: string }>;
  /** Condition for the rows of any part. It's needed for a search, because found rows aren't read part by part. */
  readonly anyPartCondition?: RawBuilder<boolean> | undefined;
}

export interface PageRange {
  /** Keys of the row before the page. */
  readonly cursor: readonly string[] | null;
  readonly limit: number;
}

/** The highest character. */
const LAST_CHARACTER = '\u{10ffff}';

/** Query fragments that read rows in the list's order. */
export function orderFragments<Table extends RegionTable>({
  table,
  keys,
  isDescending,
  firstWords = [],
}: RegionList<Table>) {
  const [direction, sign] = isDescending ? ['desc', '<'] : ['asc', '>'];
  const keyColumns = (name: string) => keys.map((key) => sql.ref(`${name}.${key}`));
  const firstKeyColumn = (name: string) => sql.ref(`${name}.${keys[0]}`);
  const isOther = (name: string) =>
    sql<boolean>`not (${sql.join(
      firstWords.map((word) => sql`starts_with(${firstKeyColumn(name)}, ${word})`),
      sql` or `,
    )})`;
  const isFirst = (values: readonly string[]) =>
    firstWords.some((word) => values[0]?.startsWith(word) === true);
  const comparedKeys = (name: string, values: readonly string[]) =>
    sql<boolean>`(${sql.join(keyColumns(name))}) ${sql.raw(sign ?? '>')} (${sql.join([...values])})`;
  const orderBy = (name: string) =>
    sql.join(keyColumns(name).map((column) => sql`${column} ${sql.raw(direction ?? 'asc')}`));
  return {
    /** The keys as texts. */
    selectKeys: (name: string) =>
      sql<string[]>`array[${sql.join(keyColumns(name).map((column) => sql`${column}::text`))}]`,
    after: (name: string, values: readonly string[]) => {
      if (firstWords.length === 0) return comparedKeys(name, values);
      const isSame = sql`${isOther(name)} = ${!isFirst(values)}`;
      const isLater = isFirst(values) ? isOther(name) : sql`false`;
      return sql<boolean>`(${isLater} or ${isSame} and ${comparedKeys(name, values)})`;
    },
    order: (name: string) =>
      firstWords.length === 0 ? orderBy(name) : sql`${isOther(name)}, ${orderBy(name)}`,
    /** True for the keys of a row whose name starts with a searched word. */
    isFirst,
    /** One condition for each word: true for rows whose name starts with it. */
    ranges: firstWords.map(
      (word) =>
        sql<boolean>`${firstKeyColumn(table)} >= ${word} and ${firstKeyColumn(table)} < ${word + LAST_CHARACTER}`,
    ),
    /** Condition of all other rows. */
    others: firstWords.length === 0 ? sql<boolean>`true` : isOther(table),
  };
}

/** Returns the list with the conditions of `searchCondition` and of the parts added to its filters. */
export function restrictToFound<Table extends RegionTable>(
  list: RegionList<Table>,
): RegionList<Table> {
  const conditions = [list.searchCondition, list.parts?.anyPartCondition];
  return {
    ...list,
    // The same builder; its type is lost because the table is generic.
    where: (rows) =>
      conditions.reduce<Rows<Table>>(
        (filteredRows, condition) =>
          condition ? (filteredRows.where(condition) as unknown as Rows<Table>) : filteredRows,
        list.where(rows),
      ),
  };
}

/** Selects the keys of the filtered rows in one or several countries. */
export function inRegions<Table extends RegionTable>(
  queries: ScopedQueries,
  { table, keys, where }: RegionList<Table>,
  region: ReturnType<typeof sql>,
) {
  // The builder loses the type of a generic table.
  const rows = where(queries.selectFrom(table) as unknown as Rows<Table>);
  return rows
    .where(sql<boolean>`${sql.ref(`${table}.${regionColumns[table]}`)} = ${region}`)
    .select(keys.map((key) => sql.ref(`${table}.${key}`).as(key)));
}
