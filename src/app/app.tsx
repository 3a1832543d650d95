import { lazy, Suspense, useEffect, useState } from 'react';
import { useSession } from '../data/account/use-session.ts';
import { AppFrame } from '../shell/app-frame.tsx';
import { ErrorBoundary } from '../shell/error-boundary.tsx';
import { SignedOutApp } from './signed-out-app.tsx';

/** The router and all that needs a session: too much to load before there is one. */
export const loadSignedInApp = () => import('./signed-in-app.tsx');

const LazySignedInApp = lazy(async () => ({ default: (await loadSignedInApp()).SignedInApp }));

type SignedIn = Awaited<ReturnType<typeof loadSignedInApp>>['SignedInApp'];

/** What watches the fields that are filled in comes with the first of them; what did not come, with the next. */
function watchFieldsFromTheFirst() {
  const load = ({ target }: Event) => {
    if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return;
    document.removeEventListener('focusin', load);
    const first = { field: target, before: target.value };
    import('../data/drafts/track-unsaved-fields.ts').then(
      ({ trackUnsavedFields }) => trackUnsavedFields(document, first),
      () => document.addEventListener('focusin', load),
    );
  };
  document.addEventListener('focusin', load);
}

interface AppProps {
  /** The app behind the sign-in where its code is here already: drawn at once then, without a fallback. */
  signedInApp: SignedIn | null;
}

/** Two apps behind one door: which one is open follows the session, also when another tab ends it. */
export function App({ signedInApp }: AppProps) {
  // The same one all the time: another one would begin anew.
  const [SignedInApp] = useState<SignedIn | typeof LazySignedInApp>(
    () => signedInApp ?? LazySignedInApp,
  );
  const session = useSession();
  const isIn = session.name === 'signed_in';
  const [startedIn] = useState(isIn);
  const [hasBeenIn, setHasBeenIn] = useState(false);
  if (isIn && !hasBeenIn) setHasBeenIn(true);
  useEffect(watchFieldsFromTheFirst, []);
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
