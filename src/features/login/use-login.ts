import { type Dispatch, useReducer, useState } from 'react';
import { defaultsForHost } from '#schemas/languages.ts';
import { useSavedDraft } from '#src/data/drafts/saved-draft.ts';
import {
  createLoginDraft,
  initialLoginState,
  type LoginEvent,
  type LoginState,
  reduceLogin,
} from './login-state.ts';
import { accessCalls } from '#schemas/api/access-calls.ts';
import type { LoginRequest, SignedIn } from '#schemas/session.ts';
import { useCall } from '#src/data/requests/use-request.ts';
import { withDeferredTexts } from '#src/i18n/lazy-with-texts.ts';
import type { Session } from '#sync/http/session.ts';

export interface Login {
  state: LoginState;
  dispatch: Dispatch<LoginEvent>;
  /** Deletes the saved sign-in. */
  clearSavedLogin: () => void;
}

/** Sign-in state of this tab; survives a reload. */
export function useLogin(): Login {
  const [savedLogin] = useState(() => createLoginDraft(sessionStorage));
  const [state, dispatch] = useReducer(
    reduceLogin,
    null,
    () => savedLogin.load() ?? initialLoginState(defaultsForHost(location.host).region),
  );
  useSavedDraft(savedLogin, state);
  return { state, dispatch, clearSavedLogin: savedLogin.clear };
}

/** Requests a one-time code and dispatches the outcome. */
export function useRequestCode(login: Login) {
  const call = useCall();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);

  /** Resolves to true if a code was sent. */
  const send = async (request: LoginRequest): Promise<boolean> => {
    setBusy(true);
    setFailure(null);
    login.dispatch({ name: 'code_requested' });
    try {
      const challenge = await call(accessCalls.requestSignInCode, { body: request });
      login.dispatch({ name: 'code_sent', challenge, sentAt: Date.now() });
      return true;
    } catch (error) {
      setFailure(error);
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { send, busy, failure, clear: () => setFailure(null) };
}

/** Stores a completed sign-in. The identity comes from the server's response to the code, not from the user's input. */
export function startSession(session: Session, signedIn: SignedIn): void {
  const { user_id, company_id, role, region, token, refresh_token, expiresAt } = signedIn;
  session.start({ user_id, company_id, role, region }, { token, refresh_token, expiresAt });
}

/** Loads the sign-in steps of owners. Most users never see them. */
export async function loadCompleteSignIn() {
  const { CompleteSignIn } = await withDeferredTexts(
    import('#src/features/_shared/onboarding/complete-sign-in.tsx'),
  );
  return { default: CompleteSignIn };
}
