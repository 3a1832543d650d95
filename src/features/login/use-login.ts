import { type Dispatch, useReducer, useState } from 'react';
import { defaultsForHost } from '#schemas/languages.ts';
import { useSavedDraft } from '#src/data/drafts/saved-draft.ts';
import { createLoginMemory } from './login-memory.ts';
import { firstLoginState, type LoginEvent, type LoginState, reduceLogin } from './login-state.ts';

export interface Login {
  state: LoginState;
  tell: Dispatch<LoginEvent>;
  /** Forgets what was kept of this sign-in. */
  forget: () => void;
}

/** The sign-in of this tab: goes on where a reload interrupted it. */
export function useLogin(): Login {
  const [memory] = useState(() => createLoginMemory(sessionStorage));
  const [state, tell] = useReducer(
    reduceLogin,
    null,
    () => memory.load() ?? firstLoginState(defaultsForHost(location.host).region),
  );
  useSavedDraft(memory, state);
  return { state, tell, forget: memory.clear };
}
