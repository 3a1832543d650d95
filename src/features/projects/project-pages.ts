/** Paging of the project list (spec 1 §9: 15 per page). Pure. */

/** Page size of the list, and batch size of the picker (spec 1 §9). */
export const LIST_PAGE = 15;
export const PICKER_PAGE = 20;

/** Merges lists that are sorted newest first. */
export function mergeNewest<T extends { readonly newest_first: number }>(
  lists: readonly (readonly T[])[],
  limit = Infinity,
): T[] {
  return lists
    .flat()
    .toSorted((a, b) => a.newest_first - b.newest_first)
    .slice(0, limit);
}

/** Number of the last page, at least 1. */
export function lastPageOf(count: number, size = LIST_PAGE): number {
  return Math.max(1, Math.ceil(count / size));
}

/** Returns the items of a page; the last page if the number is too high. */
export function pageOf<T>(all: readonly T[], page: number, size = LIST_PAGE): readonly T[] {
  const from = (Math.max(1, page) - 1) * size;
  return all.slice(from, from + size);
}
