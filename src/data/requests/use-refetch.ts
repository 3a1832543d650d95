import { useEffect } from 'react';
import { useConnection } from '#src/data/sync/use-sync-status.ts';
import { useRequest } from './use-request.ts';

/**
 * Refetches on mount and on reconnect.
 * @param fetch requests and stores the data
 */
export function useRefetch(fetch: () => Promise<void>) {
  const online = useConnection() === 'online';
  const fetching = useRequest(fetch);
  useEffect(() => {
    if (online) void fetching.run();
    // `fetching.run` is recreated on each render but does the same.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [online]);
  return { online, fetching };
}
