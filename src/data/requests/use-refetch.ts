import { useEffect } from 'react';
import { useConnection } from '#src/data/sync/use-sync-status.ts';
import { useRequest } from './use-request.ts';

/** Asks anew when a screen opens, and when the network returns to it. @param fetch what asks, and keeps the answer */
export function useRefetch(fetch: () => Promise<void>) {
  const online = useConnection() === 'online';
  const fetching = useRequest(fetch);
  useEffect(() => {
    if (online) void fetching.run();
    // `fetching.run` is made anew with every render and does the same each time.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [online]);
  return { online, fetching };
}
