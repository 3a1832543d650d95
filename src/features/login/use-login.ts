import { type Dispatch, useEffect, useReducer, useState } from 'react';
import { defaultsForHost } from '#schemas/languages.ts';
import { createLoginMemory, type LoginMemory } from './login-memory.ts';
import { firstLoginState, type LoginEvent, type LoginState, reduceLogin } from './login-state.ts';

export interface Login {
  state: LoginState;
  tell: Dispatch<LoginEvent>;
  /** Forgets what was kept of this sign-in. */
  forget: () => void;
}

/** The sign-in of this tab: goes on where a reload interrupted it. */
export function useLogin(): Login {
  const [memory] = useState<LoginMemory>(() => createLoginMemory(sessionStorage));
  const [state, tell] = useReducer(
    reduceLogin,
    null,
    () => memory.recall() ?? firstLoginState(defaultsForHost(location.host).region),
  );
  useEffect(() => memory.remember(state), [memory, state]);
  useEffect(() => {
    addEventListener('pagehide', memory.flush);
    return () => {
      removeEventListener('pagehide', memory.flush);
      memory.flush();
    };
  }, [memory]);
  return { state, tell, forget: memory.forget };
}
