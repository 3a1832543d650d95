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

export interface Login {
  state: LoginState;
  dispatch: Dispatch<LoginEvent>;
  /** Deletes the saved sign-in. */
  forget: () => void;
}

/** Sign-in state of this tab; survives a reload. */
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
