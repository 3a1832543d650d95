/** The pages of the project list (spec 1 §9: 15 in a page). Pure. */

/** Projects on one page of the list, and at first in the picker (spec 1 §9). */
export const LIST_PAGE = 15;
export const PICKER_PAGE = 20;

/** Several newest-first lists as one. */
export function mergeNewest<T extends { readonly newest_first: number }>(
  lists: readonly (readonly T[])[],
  limit = Infinity,
): T[] {
  return lists
    .flat()
    .toSorted((a, b) => a.newest_first - b.newest_first)
    .slice(0, limit);
}

/** The last page, at least 1. */
export function lastPageOf(count: number, size = LIST_PAGE): number {
  return Math.max(1, Math.ceil(count / size));
}

/** What stands on a page, of a list that begins at the first. A page that is gone shows the last. */
export function pageOf<T>(all: readonly T[], page: number, size = LIST_PAGE): readonly T[] {
  const from = (Math.max(1, page) - 1) * size;
  return all.slice(from, from + size);
}
