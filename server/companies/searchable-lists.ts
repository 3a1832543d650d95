import { foldText } from '#schemas/text-search.ts';
import { normaliseLine } from '#schemas/normalise-text.ts';
import { type RawBuilder, sql } from 'kysely';

/** Minimum number of digits to search phone numbers, so that a house number doesn't match everyone. */
const MIN_DIGITS = 4;

/** A typed search as queries for the column `words` of `company_search` and `person_search`. */
interface TypedSearch {
  /** Searches the record's names, town and numbers. */
  readonly words: RawBuilder<unknown>;
  /** Searches a phone number or an email address; null if the text is neither. */
  readonly contact: RawBuilder<unknown> | null;
}

/** Recognises phone numbers and email addresses in a typed text. “0048 501…” and “+48 501…” are the same number. */
export function parseSearch(input: string): TypedSearch {
  const searchText = normaliseLine(input);
  const digits = searchText.replace(/\D/g, '').replace(/^0+/, '');
  const isNumber = digits.length >= MIN_DIGITS && /^\p{L}{0,5}[\d\s()+./-]+$/u.test(searchText);
  const isPhone = isNumber && /^[\d\s()+./-]+$/.test(searchText);
  const compact = searchText.replace(/[^\p{L}\p{N}]/gu, '');
  const words = isNumber
    ? sql`(words_query(${searchText}) || words_query(${compact}) || words_query(${digits}))`
    : sql`words_query(${searchText})`;
  if (isPhone) return { words, contact: sql`prefix_query(${`p:${digits}`})` };
  const isEmail = searchText.includes('@') && !/\s/.test(searchText);
  return { words, contact: isEmail ? sql`prefix_query(${`e:${searchText.toLowerCase()}`})` : null };
}

type Sort = 'name' | '-name' | 'created_at' | '-created_at';

/** Names are compared with at most this many searched words to find those that start with one. */
const MAX_FIRST_WORDS = 3;

/**
 * Returns the order of a list from `company_search` or `person_search`: by name, unless the operator chose another
 * order. If search results are ordered by name, names that start with a searched word come first.
 */
export function searchOrder<Id extends 'company_id' | 'person_id'>(
  {
    sort = 'name',
    search = '',
  }: {
    readonly sort?: Sort | undefined;
    readonly search?: string | undefined;
  },
  id: Id,
) {
  const isByName = sort.endsWith('name');
  const words = isByName ? [...new Set(foldText(search).split(/[^\p{L}\p{N}]+/u))] : [];
  return {
    keys: [isByName ? 'sort_name' : 'created_at', id],
    isDescending: sort.startsWith('-'),
    // A name that starts with the longer word also starts with the shorter one.
    firstWords: words
      .filter((word) => word !== '')
      .filter((word, _, all) => !all.some((other) => other !== word && word.startsWith(other)))
      .slice(0, MAX_FIRST_WORDS),
  } as const;
}
