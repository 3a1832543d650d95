import { lazy, Suspense, useState } from 'react';
import { useSession } from './data/use-session.ts';
import { AppFrame } from './shell/app-frame.tsx';
import { ErrorBoundary } from './shell/error-boundary.tsx';
import { SignedOutApp } from './signed-out-app.tsx';

/** The router and all that needs a session: too much to load before there is one. */
export const loadSignedInApp = () => import('./signed-in-app.tsx');

const SignedInApp = lazy(async () => ({ default: (await loadSignedInApp()).SignedInApp }));

/** Two apps behind one door: which one is open follows the session, also when another tab ends it. */
export function App() {
  const session = useSession();
  const isIn = session.name === 'signed_in';
  const [startedIn] = useState(isIn);
  const [hasBeenIn, setHasBeenIn] = useState(false);
  if (isIn && !hasBeenIn) setHasBeenIn(true);
  return (
    <ErrorBoundary>
      <AppFrame>
        <Suspense>
          {isIn ? (
            <SignedInApp arrives={!startedIn} />
          ) : (
            <SignedOutApp comesBack={session.name === 'ended' || !hasBeenIn} />
          )}
        </Suspense>
      </AppFrame>
    </ErrorBoundary>
  );
}
