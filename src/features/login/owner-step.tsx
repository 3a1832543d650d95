import { useLingui } from '@lingui/react/macro';
import { lazy, Suspense } from 'react';
import { useServices } from '#src/data/services.ts';
import { Skeleton, SkeletonCard } from '#src/ui/skeleton.tsx';
import { beginSession } from './begin-session.ts';
import { loadCompleteSignIn } from './load-complete-sign-in.ts';
import type { Login } from './use-login.ts';

const CompleteSignIn = lazy(loadCompleteSignIn);

/** Third step, of owners alone: what they are still asked. Only then is the token kept (spec 1 §4). */
export function OwnerStep({ login: { state, tell, forget } }: { login: Login }) {
  const { t } = useLingui();
  const { session } = useServices();
  const { signedIn } = state;
  if (signedIn === null) return null;
  const loading = (
    <Skeleton label={t`Loading`}>
      <SkeletonCard lines={3} />
    </Skeleton>
  );
  return (
    <Suspense fallback={loading}>
      <CompleteSignIn
        signedIn={signedIn}
        onDone={() => {
          forget();
          beginSession(session, signedIn);
        }}
        onDeclined={() => tell({ name: 'declined' })}
        onEnded={(code) => tell({ name: 'code_refused', code })}
      />
    </Suspense>
  );
}
