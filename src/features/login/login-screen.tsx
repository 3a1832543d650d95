import { Trans, useLingui } from '@lingui/react/macro';
import { lazy, Suspense, useEffect } from 'react';
import { COMPANY_BLOCKED, PHONE_CHANGED } from '#schemas/api/errors.ts';
import { useSession } from '#src/data/account/use-session.ts';
import { useServices } from '#src/data/services.ts';
import { useConnection } from '#src/data/sync/use-sync-status.ts';
import { usePageTitle } from '#src/data/device/page-title.tsx';
import { PublicLayout } from '#src/features/_shared/public-layout/public-layout.tsx';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { Skeleton, SkeletonCard } from '#src/ui/feedback/skeleton.tsx';
import { IdStep } from './id-step.tsx';
import { useLogin, type Login, startSession, loadCompleteSignIn } from './use-login.ts';

// Loaded while the phone number is typed, so the first step appears sooner.
const loadCodeStep = async () => ({ default: (await import('./code-step.tsx')).CodeStep });
const CodeStep = lazy(loadCodeStep);

/** Sign-in with a one-time code, step by step (spec 1 §2). */
export function LoginScreen() {
  const { t } = useLingui();
  const login = useLogin();
  const { step } = login.state;
  usePageTitle(t`Sign in`);
  useEffect(() => {
    // If this fails, the step tries again.
    loadCodeStep().catch(() => undefined);
  }, []);
  const loading = (
    <Skeleton label={t`Loading`}>
      <SkeletonCard lines={3} />
    </Skeleton>
  );
  return (
    <PublicLayout isLanding={step === 'id'}>
      <LoginNotices hasDeclined={login.state.declined} />
      {step === 'id' && <IdStep login={login} />}
      <Suspense fallback={loading}>
        {step === 'code' && <CodeStep login={login} />}
        {step === 'owner' && <OwnerStep login={login} />}
      </Suspense>
    </PublicLayout>
  );
}

/** Explains why the user was signed out, and warns if they're offline. */
function LoginNotices({ hasDeclined }: { hasDeclined: boolean }) {
  const session = useSession();
  const connection = useConnection();
  return (
    <div className="mb-6 space-y-3 empty:hidden">
      {session.name === 'ended' && session.reason === COMPANY_BLOCKED && (
        <Banner tone="bad" title={<Trans>Your company’s account is blocked</Trans>}>
          <Trans>
            People in your company can’t sign in now. Contact support to find out why. Your saved
            work is still on this phone.
          </Trans>
        </Banner>
      )}
      {session.name === 'ended' && session.reason !== COMPANY_BLOCKED && (
        <Banner
          tone="warn"
          title={
            session.reason === PHONE_CHANGED ? (
              <Trans>Your company has changed your phone number</Trans>
            ) : (
              <Trans>You’ve been signed out</Trans>
            )
          }
        >
          <Trans>Sign in again to continue. Your saved work is still on this phone.</Trans>
        </Banner>
      )}
      {hasDeclined && (
        <Banner tone="info" live="polite" title={<Trans>You didn’t agree to the terms</Trans>}>
          <Trans>You’re not signed in. You can sign in again and agree at any time.</Trans>
        </Banner>
      )}
      {connection === 'offline' && (
        <Banner tone="offline" live="polite" title={<Trans>You’re offline</Trans>}>
          <Trans>You need a connection to sign in. After that, everything works offline.</Trans>
        </Banner>
      )}
    </div>
  );
}

const CompleteSignIn = lazy(loadCompleteSignIn);

/** Third step, for owners only. The token is stored only after this step (spec 1 §4). */
function OwnerStep({ login: { state, dispatch, clearSavedLogin } }: { login: Login }) {
  const { session } = useServices();
  const { signedIn } = state;
  if (signedIn === null) return null;
  return (
    <CompleteSignIn
      signedIn={signedIn}
      onDone={() => {
        clearSavedLogin();
        startSession(session, signedIn);
      }}
      onDeclined={() => dispatch({ name: 'declined' })}
      onSessionLost={(code) => dispatch({ name: 'code_rejected', code })}
    />
  );
}
