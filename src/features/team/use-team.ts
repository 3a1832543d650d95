import { useEffect } from 'react';
import { useSingleton } from '#src/data/live/use-singleton.ts';
import { useRequest } from '#src/data/requests/use-request.ts';
import { useConnection } from '#src/data/sync/use-sync-status.ts';
import { useFetchTeam } from './actions.ts';

/** The team as this device knows it, asked for anew when a screen of it opens. */
export function useTeam() {
  const members = useSingleton('team');
  const online = useConnection() === 'online';
  const fetching = useRequest(useFetchTeam());
  useEffect(() => {
    if (online) void fetching.run();
    // `fetching.run` is made anew with every render and does the same each time.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [online]);
  return { members, online, fetching };
}
