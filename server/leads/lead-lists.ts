import { sql } from 'kysely';
import { type RegionId } from '#schemas/regions.ts';
import { type OperatorActor } from '../console/operator-handler.ts';
import { foldedText } from '../db/folded-text.ts';
import { personalRegions } from './lead-masks.ts';

/**
 * Returns the parts of a list, one for each country and status. The index counts and orders the rows of a part without
 * reading any others. A search across several statuses isn't split into parts, because it reads all rows in the order
 * of another index.
 */
export const createParts = <Column extends 'state' | 'status'>(
  column: Column,
  values: readonly string[],
  regions: readonly RegionId[],
) => ({
  column,
  values: sql<{ region: RegionId; value: string }>`
    select region, value from unnest(${[...regions]}::integer[]) as region, unnest(${[...values]}::text[]) as value`,
  anyPartCondition: hasAnyValue(column, values),
});

/**
 * True if each searched word is the start of a word in the homeowner's name or town, ignoring case and accents. Names
 * are only searched if the operator can read them. Undefined if the search has no words.
 */
export function matchesWords(
  table: 'lead_requests' | 'leads',
  search: string,
  operator: OperatorActor,
  regions: readonly RegionId[],
) {
  const personal = personalRegions(operator);
  const canReadNames = regions.every((id) => personal.has(id));
  const column = sql.ref(`${table}.${canReadNames ? 'personal_words' : 'words'}`);
  const searchWords = search.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
  if (searchWords.length === 0) return undefined;
  // The words are quoted, because folding turns some letters into text with a space or a bracket.
  const query = searchWords.map((word) => `'${word}':*`).join(' & ');
  return sql<boolean>`${column} @@ to_tsquery('simple', ${foldedText(sql`${query}::text`)})`;
}

/** True for rows with one of the values. With a single value, the index also orders the rows. */
export const hasAnyValue = (column: 'state' | 'status', values: readonly string[]) =>
  values.length === 1
    ? sql<boolean>`${sql.ref(column)} = ${values[0]}`
    : sql<boolean>`${sql.ref(column)} = any(${[...values]}::text[])`;
