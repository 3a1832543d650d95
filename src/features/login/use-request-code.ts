import { useState } from 'react';
import { accessCalls } from '#schemas/api/access-calls.ts';
import type { LoginRequest } from '#schemas/session.ts';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { useCall } from '#src/data/requests/use-request.ts';
import type { Login } from './use-login.ts';

/** Requests a one-time code and dispatches the outcome. */
export function useRequestCode(login: Login) {
  const call = useCall();
  const errorText = useErrorMessage();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  /** Resolves to true if a code was sent. */
  const ask = async (request: LoginRequest): Promise<boolean> => {
    setBusy(true);
    setFailure(null);
    login.dispatch({ name: 'asked' });
    try {
      const challenge = await call(accessCalls.requestSignInCode, { body: request });
      login.dispatch({ name: 'code_sent', challenge, at: Date.now() });
      return true;
    } catch (error) {
      setFailure(errorText(error));
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { ask, busy, failure, clear: () => setFailure(null) };
}
