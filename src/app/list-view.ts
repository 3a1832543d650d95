/** A list's view is stored in the URL: `/projects?status=closed&page=2&sort=-points`. */
import * as v from 'valibot';

/** An optional search parameter; text over 200 characters is dropped. */
export const freeText = v.fallback(v.optional(v.pipe(v.string(), v.maxLength(200))), undefined);

/**
 * Search parameters of any list; each list reads its own and ignores others. `find` is the key of a stored search text,
 * because the text is personal data and must not be in a URL.
 */
export const listSearch = v.object({
  status: freeText,
  group: freeText,
  category: freeText,
  year: freeText,
  month: freeText,
  tab: freeText,
  page: freeText,
  sort: freeText,
  all: freeText,
  find: freeText,
});

const keys = Object.keys(listSearch.entries);

/** Returns the list that contains a path: `/projects` for `/projects/add`. */
export function parentList(lists: readonly string[], path: string): string | undefined {
  const matches = lists.filter((list) => path === list || path.startsWith(`${list}/`));
  return matches.toSorted((a, b) => b.length - a.length)[0];
}

/**
 * Search parameters for a link within a list: keeps the current view unless the link sets its own.
 * @param current search of the current screen
 * @param requestedSearch search of the link
 */
export function preserveListView(
  current: Record<string, unknown>,
  requestedSearch: Record<string, unknown>,
): Record<string, unknown> {
  if (keys.some((key) => key in requestedSearch)) return requestedSearch;
  const preservedEntries = keys.flatMap((key) =>
    current[key] === undefined ? [] : [[key, current[key]]],
  );
  return { ...requestedSearch, ...Object.fromEntries(preservedEntries) };
}
