import { useEffect } from 'react';
import { useConnection } from '#src/data/sync/use-sync-status.ts';
import { useRequest } from './use-request.ts';

/**
 * Refetches on mount and on reconnect.
 * @param fetch requests and stores the data
 */
export function useRefetch(fetch: () => Promise<void>) {
  const online = useConnection() === 'online';
  const request = useRequest(fetch);
  useEffect(() => {
    if (online) void request.run();
    // `request.run` is a new function on each render but always behaves the same.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [online]);
  return { online, request };
}
