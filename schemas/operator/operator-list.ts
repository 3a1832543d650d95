import * as v from 'valibot';
import { normaliseLine } from '../normalise-text.ts';
import { typedText, wholeNumber, wholeNumberBetween } from '../primitives.ts';
import { regionId } from '../regions.ts';

/** Maximum rows per page of a console list. */
const MAX_OPERATOR_PAGE = 200;
/** Rows aren't counted above this number. */
export const MAX_COUNTED = 10_000;

/** Maximum number of full names that an operator can page through within a day. */
export const MAX_FULL_NAMES = 500;

/** Minimum length of a search; a single letter would match too many records. */
export const MIN_SEARCH = 2;
/** Matches a text that has at least `MIN_SEARCH` characters, or is a single digit. */
const SEARCH = new RegExp(`^(?:\\d|.{${MIN_SEARCH},})$`, 'u');
/** Search text of a list. */
export const listSearch = v.optional(v.pipe(typedText(100), v.regex(SEARCH)));
/** True if a list can be searched for the text. */
export const isSearchable = (input: string): boolean => SEARCH.test(normaliseLine(input));

const cursor = v.pipe(v.string(), v.maxLength(1200), v.regex(/^[\w-]*$/));

/** Query parameters of every console list. */
export const operatorListEntries = {
  /** `meta.next` of the previous page. */
  cursor: v.optional(cursor),
  limit: v.optional(wholeNumberBetween(1, MAX_OPERATOR_PAGE)),
  /** Only records of this country, which must be one of the operator's. */
  region: v.optional(regionId),
};

/**
 * Response of a list: its rows, the cursor of the next page (null at the end), and the total number of rows.
 */
export function operatorListResult<const S extends v.GenericSchema>(entity: S) {
  return v.object({
    data: v.array(entity),
    meta: v.object({
      next: v.nullable(cursor),
      /** Null above 10,000, on later pages of a search, and for a search that matches at least one row in 100. */
      total: v.nullable(wholeNumber),
      /** True if the names are shortened, because the operator has paged through 500 full names within a day. */
      names_shortened: v.optional(v.boolean()),
    }),
  });
}
