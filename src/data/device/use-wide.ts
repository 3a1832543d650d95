import { useMediaQuery } from './media-queries.ts';

/**
 * Whether the window is wide enough for a table, also beside a detail: from 1,100 px (the `wide:` breakpoint of the
 * styles).
 */
export function useIsWide(): boolean {
  return useMediaQuery('(min-width: 68.75rem)');
}
