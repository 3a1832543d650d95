import { lazy, Suspense, useEffect, useState } from 'react';
import { useSession } from '../data/account/use-session.ts';
import { AppFrame } from '../shell/app-frame.tsx';
import { ErrorBoundary } from '../shell/error-boundary.tsx';
import { SignedOutApp } from './signed-out-app.tsx';

/** Router and everything that needs a session; loaded separately because it's large. */
export const loadSignedInApp = () => import('./signed-in-app.tsx');

const LazySignedInApp = lazy(async () => ({ default: (await loadSignedInApp()).SignedInApp }));

type SignedInComponent = Awaited<ReturnType<typeof loadSignedInApp>>['SignedInApp'];

/** Loads the tracker of unsaved input when a field first gets the focus; if that fails, the next field retries. */
function trackFieldsFromFirstFocus() {
  const load = ({ target }: Event) => {
    if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return;
    document.removeEventListener('focusin', load);
    const firstField = { field: target, initialContent: target.value };
    import('../data/drafts/track-unsaved-fields.ts').then(
      ({ trackUnsavedFields }) => trackUnsavedFields(document, firstField),
      () => document.addEventListener('focusin', load),
    );
  };
  document.addEventListener('focusin', load);
}

interface AppProps {
  /** The signed-in app if its code is already loaded, to render it immediately without a fallback. */
  signedInApp: SignedInComponent | null;
}

/** Shows the signed-in or the signed-out app. Follows the session, which other tabs can change too. */
export function App({ signedInApp }: AppProps) {
  // Never replaced, because a different component would remount the app.
  const [SignedInApp] = useState<SignedInComponent | typeof LazySignedInApp>(
    () => signedInApp ?? LazySignedInApp,
  );
  const session = useSession();
  const isSignedIn = session.name === 'signed_in';
  const [startedSignedIn] = useState(isSignedIn);
  const [hasSignedIn, setHasSignedIn] = useState(false);
  if (isSignedIn && !hasSignedIn) setHasSignedIn(true);
  useEffect(trackFieldsFromFirstFocus, []);
  return (
    <ErrorBoundary>
      <AppFrame>
        <Suspense>
          {isSignedIn ? (
            <SignedInApp hasJustSignedIn={!startedSignedIn} />
          ) : (
            <SignedOutApp returnsAfterSignIn={session.name === 'ended' || !hasSignedIn} />
          )}
        </Suspense>
      </AppFrame>
    </ErrorBoundary>
  );
}
