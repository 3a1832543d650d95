import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { toOperatorError } from './operator-error.ts';

/**
 * Time for which fetched data counts as fresh, in ms. The time is shorter for queues, because several operators work on
 * the same records.
 */
export const FRESH_MS = { queue: 10_000, record: 60_000 } as const;
const MAX_READS = 3;

export const SESSION_KEY = ['session'] as const;

/** Refetches the data of the current screen, except the session. All other data is refetched when it's next shown. */
export async function refetchAll(client: QueryClient): Promise<void> {
  await client.invalidateQueries({ predicate: ({ queryKey: [id] }) => id !== SESSION_KEY[0] });
}

/** Ends the console's session if the error shows that the server has ended it. */
export function endSessionIfSignedOut(client: QueryClient, error: unknown): void {
  if (toOperatorError(error).isSignedOut) client.setQueryData(SESSION_KEY, null);
}

/** Creates the console's query cache, which is never persisted. */
export function createQueryClient(): QueryClient {
  const endSession = (error: unknown) => endSessionIfSignedOut(client, error);
  const client = new QueryClient({
    queryCache: new QueryCache({ onError: endSession }),
    mutationCache: new MutationCache({ onError: endSession }),
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS.record,
        // Retries reads that got no response or a server error, but not those that the server rejected.
        retry: (failures, error) =>
          failures < MAX_READS - 1 && navigator.onLine && toOperatorError(error).isUncertain,
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  });
  return client;
}
