import { useSingleton } from '#src/data/live/use-singleton.ts';
import { useRefetch } from '#src/data/requests/use-refetch.ts';
import { useFetchTeam } from './actions.ts';

/** The team as this device knows it, asked for anew when a screen of it opens. */
export function useTeam() {
  return { members: useSingleton('team'), ...useRefetch(useFetchTeam()) };
}
