import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { toOperatorError } from './operator-error.ts';

/** Stale time of fetched data; shorter for queues, where others work on the same records. */
export const FRESH_MS = { queue: 10_000, record: 60_000 } as const;
const MAX_READS = 3;

export const SESSION_KEY = ['session'] as const;

/** Fetches everything again that is shown, but not the session. The rest follows when it is shown next. */
export async function readAllAgain(client: QueryClient): Promise<void> {
  await client.invalidateQueries({ predicate: ({ queryKey: [id] }) => id !== SESSION_KEY[0] });
}

/** Creates the console's query cache, which is never stored. */
export function createQueryClient(): QueryClient {
  const endSession = (error: unknown) => {
    if (toOperatorError(error).isSignedOut) client.setQueryData(SESSION_KEY, null);
  };
  const client = new QueryClient({
    queryCache: new QueryCache({ onError: endSession }),
    mutationCache: new MutationCache({ onError: endSession }),
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS.record,
        // Reads without a response are retried; the server's rejections aren't.
        retry: (failures, error) =>
          failures < MAX_READS - 1 && navigator.onLine && toOperatorError(error).isUncertain,
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  });
  return client;
}
