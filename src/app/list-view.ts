/** The view of a list lives in the address: `/projects?status=closed&page=2&sort=-points`. */
import * as v from 'valibot';

const anyText = v.fallback(v.optional(v.pipe(v.string(), v.maxLength(200))), undefined);

/**
 * The search parameters of lists. `find` names what is searched for; the words themselves are personal data and are
 * never in an address.
 */
const keys = ['status', 'group', 'category', 'year', 'month', 'tab', 'page', 'sort', 'all', 'find'];

/** What a list's address may hold. Each list reads its own part of it and ignores what it doesn't know. */
export const listSearch = v.object(Object.fromEntries(keys.map((key) => [key, anyText])));

/** The list that a path is, or is below: `/projects` of `/projects/add`. */
export function parentList(lists: readonly string[], path: string): string | undefined {
  const found = lists.filter((list) => path === list || path.startsWith(`${list}/`));
  return found.toSorted((a, b) => b.length - a.length)[0];
}

/**
 * The search of a link that stays within a list: it keeps the list's view, unless it says another.
 * @param current of the screen that the link is on
 * @param asked of the link
 */
export function preserveListView(
  current: Record<string, unknown>,
  asked: Record<string, unknown>,
): Record<string, unknown> {
  if (keys.some((key) => key in asked)) return asked;
  const kept = keys.flatMap((key) => (current[key] === undefined ? [] : [[key, current[key]]]));
  return { ...asked, ...Object.fromEntries(kept) };
}
