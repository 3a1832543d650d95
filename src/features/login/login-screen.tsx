import { Trans, useLingui } from '@lingui/react/macro';
import { useSession } from '#src/data/use-session.ts';
import { useConnection } from '#src/data/use-sync-status.ts';
import { usePageTitle } from '#src/data/use-page-title.ts';
import { Banner } from '#src/ui/banner.tsx';
import { Logo } from '#src/ui/logo.tsx';
import { CodeStep } from './code-step.tsx';
import { IdStep } from './id-step.tsx';
import { LanguagePicker } from './language-picker.tsx';
import { TypeStep } from './type-step.tsx';
import { useLogin } from './use-login.ts';

/** Sign-in by one-time code, step by step (spec 1 §2). */
export function LoginScreen() {
  const { t } = useLingui();
  const login = useLogin();
  const { step } = login.state;
  usePageTitle(t`Sign in`);
  return (
    <main
      id="main"
      className="mx-auto flex min-h-dvh w-full max-w-sheet flex-col px-gutter pt-[max(2rem,env(safe-area-inset-top))] pb-[max(1rem,var(--safe-bottom))]"
    >
      {/* Small once there is a field to fill in: the keyboard takes half of the screen. */}
      <div className={step === 'type' ? 'mb-8 pt-4' : 'mb-5'}>
        <Logo size={step === 'type' ? 'large' : 'small'} withName />
      </div>
      <LoginNotices />
      {step === 'type' && <TypeStep login={login} />}
      {step === 'id' && <IdStep login={login} />}
      {step === 'code' && <CodeStep login={login} />}
      <div className="mt-auto pt-10">
        <LanguagePicker />
      </div>
    </main>
  );
}

/** Why the person is here although they were signed in, and whether signing in can work now. */
function LoginNotices() {
  const ended = useSession().name === 'ended';
  const connection = useConnection();
  return (
    <div className="mb-6 space-y-3 empty:hidden">
      {ended && (
        <Banner tone="warn" title={<Trans>Your session has ended</Trans>}>
          <Trans>Sign in again to go on. What you saved is kept on this phone.</Trans>
        </Banner>
      )}
      {connection === 'offline' && (
        <Banner tone="offline" live="polite" title={<Trans>You are offline</Trans>}>
          <Trans>To sign in you need a network. Everything afterwards works without one.</Trans>
        </Banner>
      )}
    </div>
  );
}
