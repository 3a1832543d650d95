import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, use, useCallback } from 'react';
import type { ResultOf } from '#schemas/api/call.ts';
import type { OperatorRight } from '#schemas/operator/operator-rights.ts';
import type { RegionId } from '#schemas/regions.ts';
import { sessionCalls } from '#schemas/operator/session-calls.ts';
import { callOperator } from './call-operator.ts';
import { recordSession, recordSignOut } from './kept-texts.ts';
import { toOperatorError } from './operator-error.ts';
import { SESSION_KEY } from './query-client.ts';

/** The signed-in operator with their rights. */
export type OperatorSession = ResultOf<typeof sessionCalls.readOperatorSession>;

/** Fetches the session once; null if no operator is signed in. */
export function useSessionQuery() {
  return useQuery<OperatorSession | null>({
    queryKey: SESSION_KEY,
    queryFn: async ({ signal }) => {
      try {
        const session = await callOperator(sessionCalls.readOperatorSession, {}, { signal });
        recordSession(session.operator.id);
        return session;
      } catch (error) {
        if (toOperatorError(error).isSignedOut) return null;
        throw error;
      }
    },
    // Signing in and out updates the cached session. Fetching it again is only needed to extend the session.
    staleTime: Infinity,
    gcTime: Infinity,
  });
}

export const SessionContext = createContext<OperatorSession | null>(null);

/** Returns the current session. Only available inside `SessionContext`, which surrounds all screens. */
export function useSession(): OperatorSession {
  const session = use(SessionContext);
  if (session === null) throw new Error('This part of the console needs a session.');
  return session;
}

/**
 * Returns the end of the session by the server's clock. `isExtendable` is true if the operator's next call extends it.
 * @param idleEnd end of the session unless the operator uses the console before then
 */
export function sessionEnd(
  { expires_at: expiresAt }: Pick<OperatorSession, 'expires_at'>,
  idleEnd: number,
): { readonly at: number; readonly isExtendable: boolean } {
  const latestEnd = Date.parse(expiresAt);
  return { at: Math.min(latestEnd, idleEnd), isExtendable: idleEnd < latestEnd };
}

/** True if the operator has the right in any country, or if no right is needed. */
export function hasRight(session: OperatorSession, right: OperatorRight | null): boolean {
  return right === null || regionsWithRight(session, right).length > 0;
}

/** Countries in which the operator has a right. */
export function regionsWithRight(
  session: OperatorSession,
  right: OperatorRight,
): readonly RegionId[] {
  return session.rights.find((entry) => entry.right === right)?.regions ?? [];
}

/** Returns a function that ends the session. */
export function useSignOut(): () => Promise<void> {
  const client = useQueryClient();
  return useCallback(async () => {
    await callOperator(sessionCalls.signOutOperator, {});
    recordSignOut();
    client.setQueryData(SESSION_KEY, null);
  }, [client]);
}

/** Clears the cache, so that the next operator doesn't see this one's data. */
export function clearCachedRecords(client: QueryClient): void {
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== SESSION_KEY[0] });
}
