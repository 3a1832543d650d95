import { type Dispatch, useReducer, useState } from 'react';
import { defaultsForHost } from '#schemas/languages.ts';
import { useSavedDraft } from '#src/data/drafts/saved-draft.ts';
import { createLoginDraft } from './login-draft.ts';
import { initialLoginState, type LoginEvent, type LoginState, reduceLogin } from './login-state.ts';

export interface Login {
  state: LoginState;
  dispatch: Dispatch<LoginEvent>;
  /** Forgets what was kept of this sign-in. */
  forget: () => void;
}

/** The sign-in of this tab: goes on where a reload interrupted it. */
export function useLogin(): Login {
  const [memory] = useState(() => createLoginDraft(sessionStorage));
  const [state, dispatch] = useReducer(
    reduceLogin,
    null,
    () => memory.load() ?? initialLoginState(defaultsForHost(location.host).region),
  );
  useSavedDraft(memory, state);
  return { state, dispatch, forget: memory.clear };
}
