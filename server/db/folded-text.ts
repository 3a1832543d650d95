import { type RawBuilder, sql } from 'kysely';

/** Maximum number of records that a search returns. */
export const MAX_SEARCH_RESULTS = 50;

/** Letters that don't decompose into a letter and an accent. */
const WHOLE_LETTERS = { from: 'łøđı', to: 'lodi' };

/** Returns SQL for the text in lower case without accents, so that a search for “lodz” finds “Łódź”. */
export function foldedText(text: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`translate(
    regexp_replace(normalize(lower(${text}), NFKD), ${'[\u0300-\u036f]'}, '', 'g'),
    ${WHOLE_LETTERS.from}, ${WHOLE_LETTERS.to})`;
}

/** True if the text contains the search text, ignoring case and accents. */
export function containsFolded(text: RawBuilder<unknown>, searchText: string): RawBuilder<boolean> {
  return sql<boolean>`position(${foldedText(sql`${searchText}::text`)} in ${foldedText(text)}) > 0`;
}
