import { useMatches } from '@tanstack/react-router';
import type { RouteEntry } from './route-entry.ts';

/** The route table's entry of the screen that is shown; undefined for an unknown path. */
export function useRouteEntry(): RouteEntry | undefined {
  return useMatches({ select: (matches) => matches.findLast((match) => match.staticData.entry) })
    ?.staticData.entry;
}
