import { useMediaQuery } from './media-queries.ts';

/** Whether the window has room for two columns: from 700 px (the `tablet:` breakpoint of the styles). */
export function useIsTablet(): boolean {
  return useMediaQuery('(min-width: 43.75rem)');
}
