import { useSingleton } from '#src/data/live/use-singleton.ts';
import { useRefetch } from '#src/data/requests/use-refetch.ts';
import { useFetchTeam } from './actions.ts';

/** The saved team, refetched when a screen opens. */
export function useTeam() {
  return { members: useSingleton('team'), ...useRefetch(useFetchTeam()) };
}
