import { accessCalls } from '#schemas/api/access-calls.ts';
import { readResponse } from './response.ts';
import { CallError } from './call-error.ts';
import type { Session } from './session.ts';
import type { Exchanges, CallOptions, TransportOptions } from './exchange.ts';

/** Adds the session's token to calls. Both methods throw CallError. */
interface Authenticator {
  /** Runs the attempt with the session's token. After a 401, runs it again with a refreshed token. */
  withToken<T>(options: CallOptions, attempt: (token: string) => Promise<T>): Promise<T>;
  /**
   * Refreshes the token, in one tab at a time. Does nothing if another tab has refreshed it in the meantime.
   */
  refresh(staleToken: string): Promise<void>;
}

export function createAuthenticator(
  { session, locks, user }: Pick<TransportOptions, 'session' | 'locks' | 'user'>,
  send: Exchanges['send'],
): Authenticator {
  const refreshNow = (staleToken: string) =>
    locks.run('club-refresh', async (lock) => {
      /**
       * True if this tab may still write the result. While the tab was suspended, another tab may have refreshed
       * the token.
       */
      const mayWrite = async () =>
        currentToken(session) === staleToken && (lock === undefined || (await lock.isStillHeld()));
      const state = session.state();
      if (state.name !== 'signed_in' || state.token.token !== staleToken) return;
      const input = { body: state.token };
      try {
        const { refreshSession: call } = accessCalls;
        const renewedSession = await send(
          call,
          input,
          (response) => readResponse(response, call.result),
          null,
          {},
        );
        if (await mayWrite()) session.renew(renewedSession);
      } catch (error) {
        if (isUnauthorised(error) && (await mayWrite())) session.end(error.errors[0]?.reason);
        throw error;
      }
    });
  /** Concurrent refreshes of the same token share one result, including a failure. */
  const refreshes = new Map<string, Promise<void>>();
  const refresh = (staleToken: string) => {
    const pendingRefresh =
      refreshes.get(staleToken) ??
      refreshNow(staleToken).finally(() => refreshes.delete(staleToken));
    refreshes.set(staleToken, pendingRefresh);
    return pendingRefresh;
  };

  return {
    refresh,
    async withToken({ userId = user?.(), retryAuth, token: requestToken }, attempt) {
      if (requestToken !== undefined) return attempt(requestToken);
      const token = tokenFor(session, userId);
      try {
        return await attempt(token);
      } catch (error) {
        if (retryAuth === false || !isUnauthorised(error)) throw error;
      }
      if (currentToken(session) === token) await refresh(token);
      const renewedToken = tokenFor(session, userId);
      try {
        return await attempt(renewedToken);
      } catch (error) {
        if (isUnauthorised(error) && currentToken(session) === renewedToken)
          session.end(error.errors[0]?.reason);
        throw error;
      }
    },
  };
}

function currentToken(session: Session): string | null {
  const state = session.state();
  return state.name === 'signed_in' ? state.token.token : null;
}

function tokenFor(session: Session, userId: string | undefined): string {
  const state = session.state();
  const isOtherUser =
    userId !== undefined && state.name === 'signed_in' && state.account.user_id !== userId;
  if (state.name !== 'signed_in' || isOtherUser)
    throw new CallError('unauthorised', { status: 401 });
  return state.token.token;
}

/** True for a 401 from the server, with any code. */
export function isUnauthorised(error: unknown): error is CallError {
  return error instanceof CallError && error.status === 401;
}
