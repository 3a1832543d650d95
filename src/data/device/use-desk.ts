import { useMediaQuery } from './media-queries.ts';

/**
 * Whether the window is wide enough for a list beside its detail: from 900 px (the `desk:` breakpoint of the
 * styles).
 */
export function useIsDesktop(): boolean {
  return useMediaQuery('(min-width: 56.25rem)');
}
