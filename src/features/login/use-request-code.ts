import { useState } from 'react';
import { accessCalls } from '#schemas/api/access-calls.ts';
import type { LoginRequest } from '#schemas/session.ts';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { useCall } from '#src/data/requests/use-call.ts';
import type { Login } from './use-login.ts';

/** Asks the server for a one-time code and tells the sign-in how it went. */
export function useRequestCode(login: Login) {
  const call = useCall();
  const wordsFor = useErrorMessage();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  /** Resolves to whether a code is on its way. */
  const ask = async (request: LoginRequest): Promise<boolean> => {
    setBusy(true);
    setFailure(null);
    login.dispatch({ name: 'asked' });
    try {
      const challenge = await call(accessCalls.login, { body: request });
      login.dispatch({ name: 'code_sent', challenge, at: Date.now() });
      return true;
    } catch (error) {
      setFailure(wordsFor(error));
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { ask, busy, failure, clear: () => setFailure(null) };
}
