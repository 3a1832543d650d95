import { Trans, useLingui } from '@lingui/react/macro';
import { PHONE_CHANGED } from '#schemas/api/errors.ts';
import { useSession } from '#src/data/account/use-session.ts';
import { useConnection } from '#src/data/sync/use-sync-status.ts';
import { usePageTitle } from '#src/data/device/use-page-title.ts';
import { PublicLayout } from '#src/features/public-layout/public-layout.tsx';
import { Banner } from '#src/ui/banner.tsx';
import { CodeStep } from './code-step.tsx';
import { IdStep } from './id-step.tsx';
import { OwnerStep } from './owner-step.tsx';
import { useLogin } from './use-login.ts';

/** Sign-in by one-time code, step by step (spec 1 §2). */
export function LoginScreen() {
  const { t } = useLingui();
  const login = useLogin();
  const { step } = login.state;
  usePageTitle(t`Sign in`);
  return (
    <PublicLayout isFirst={step === 'id'}>
      <LoginNotices declined={login.state.declined} />
      {step === 'id' && <IdStep login={login} />}
      {step === 'code' && <CodeStep login={login} />}
      {step === 'owner' && <OwnerStep login={login} />}
    </PublicLayout>
  );
}

/** Why the person is here although they were signed in, and whether signing in can work now. */
function LoginNotices({ declined }: { declined: boolean }) {
  const session = useSession();
  const connection = useConnection();
  return (
    <div className="mb-6 space-y-3 empty:hidden">
      {session.name === 'ended' && (
        <Banner
          tone="warn"
          title={
            session.reason === PHONE_CHANGED ? (
              <Trans>Your company has changed your phone number</Trans>
            ) : (
              <Trans>Your session has ended</Trans>
            )
          }
        >
          <Trans>Sign in again to continue. What you saved is kept on this phone.</Trans>
        </Banner>
      )}
      {declined && (
        <Banner tone="info" live="polite" title={<Trans>You did not agree to the terms</Trans>}>
          <Trans>You are not signed in. You can sign in again and agree at any time.</Trans>
        </Banner>
      )}
      {connection === 'offline' && (
        <Banner tone="offline" live="polite" title={<Trans>You are offline</Trans>}>
          <Trans>You need a connection to sign in. After that, everything works offline.</Trans>
        </Banner>
      )}
    </div>
  );
}
