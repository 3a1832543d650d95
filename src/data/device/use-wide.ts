import { useMedia } from './media-queries.ts';

/**
 * Whether the window is wide enough for a table, also beside a detail: from 1,100 px (the `wide:` breakpoint of the
 * styles).
 */
export function useWide(): boolean {
  return useMedia('(min-width: 68.75rem)');
}
