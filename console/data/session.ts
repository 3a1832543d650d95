import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, use, useCallback } from 'react';
import type { ResultOf } from '#schemas/api/call.ts';
import type { OperatorRight } from '#schemas/operator/operator-rights.ts';
import { sessionCalls } from '#schemas/operator/session-calls.ts';
import { callOperator } from './call-operator.ts';
import { toOperatorError } from './operator-error.ts';
import { SESSION_KEY } from './query-client.ts';

/** The signed-in operator with their rights. */
export type OperatorSession = ResultOf<typeof sessionCalls.readOperatorSession>;

/** Reads the session once; null if nobody is signed in. */
export function useSessionQuery() {
  return useQuery<OperatorSession | null>({
    queryKey: SESSION_KEY,
    queryFn: async ({ signal }) => {
      try {
        return await callOperator(sessionCalls.readOperatorSession, {}, { signal });
      } catch (error) {
        if (toOperatorError(error).isSignedOut) return null;
        throw error;
      }
    },
    // Changed by signing in and out; read again only to extend it.
    staleTime: Infinity,
    gcTime: Infinity,
  });
}

export const SessionContext = createContext<OperatorSession | null>(null);

/** The session of the frame around the screen. */
export function useSession(): OperatorSession {
  const session = use(SessionContext);
  if (session === null) throw new Error('This part of the console needs a session.');
  return session;
}

/** True if the operator has the right in any country. */
export function hasRight(session: OperatorSession, right: OperatorRight | null): boolean {
  if (right === null) return true;
  return session.rights.some((entry) => entry.right === right && entry.regions.length > 0);
}

/** Returns a function that ends the session and forgets everything that was read. */
export function useSignOut(): () => Promise<void> {
  const client = useQueryClient();
  return useCallback(async () => {
    await callOperator(sessionCalls.signOutOperator, {});
    forgetSession(client);
  }, [client]);
}

/** Forgets everything that was read, so that the next operator sees nothing of it. */
function forgetSession(client: QueryClient): void {
  client.setQueryData(SESSION_KEY, null);
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== SESSION_KEY[0] });
}
