import { lazy } from 'react';
import { useServices } from '#src/data/services.ts';
import { startSession } from './start-session.ts';
import { loadCompleteSignIn } from './load-complete-sign-in.ts';
import type { Login } from './use-login.ts';

const CompleteSignIn = lazy(loadCompleteSignIn);

/** Third step, for owners only. The token is stored only after it (spec 1 §4). */
export function OwnerStep({ login: { state, dispatch, forget } }: { login: Login }) {
  const { session } = useServices();
  const { signedIn } = state;
  if (signedIn === null) return null;
  return (
    <CompleteSignIn
      signedIn={signedIn}
      onDone={() => {
        forget();
        startSession(session, signedIn);
      }}
      onDeclined={() => dispatch({ name: 'declined' })}
      onSessionLost={(code) => dispatch({ name: 'code_refused', code })}
    />
  );
}
