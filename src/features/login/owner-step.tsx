import { lazy } from 'react';
import { useServices } from '#src/data/services.ts';
import { beginSession } from './begin-session.ts';
import { loadCompleteSignIn } from './load-complete-sign-in.ts';
import type { Login } from './use-login.ts';

const CompleteSignIn = lazy(loadCompleteSignIn);

/** Third step, of owners alone: what they are still asked. Only then is the token kept (spec 1 §4). */
export function OwnerStep({ login: { state, tell, forget } }: { login: Login }) {
  const { session } = useServices();
  const { signedIn } = state;
  if (signedIn === null) return null;
  return (
    <CompleteSignIn
      signedIn={signedIn}
      onDone={() => {
        forget();
        beginSession(session, signedIn);
      }}
      onDeclined={() => tell({ name: 'declined' })}
      onEnded={(code) => tell({ name: 'code_refused', code })}
    />
  );
}
