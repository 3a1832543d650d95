import { useEffect } from 'react';
import { useRequest } from '#src/data/requests/use-request.ts';
import { useSingleton } from '#src/data/live/use-singleton.ts';
import { useConnection } from '#src/data/sync/use-sync-status.ts';
import { useFetchCard } from './actions.ts';

/** The company's card as this device knows it, asked for anew when a screen of it opens. */
export function useCard() {
  const state = useSingleton('clubCard');
  const online = useConnection() === 'online';
  const fetching = useRequest(useFetchCard());
  useEffect(() => {
    if (online) void fetching.run();
    // `fetching.run` is made anew with every render and does the same each time.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [online]);
  return { state, online, fetching };
}
