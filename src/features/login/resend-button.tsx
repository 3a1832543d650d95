import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { announce } from '#src/ui/feedback/announce.ts';
import { Button } from '#src/ui/button.tsx';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { validateLoginId } from './login-id.ts';
import { secondsUntilResend } from './login-state.ts';
import { loadPhoneParser } from '#src/data/text/load-phone-parser.ts';
import { useRequestCode } from './use-request-code.ts';
import type { Login } from './use-login.ts';

interface ResendButtonProps {
  login: Login;
  /** Clears the error of the previous code. */
  onRequest: () => void;
  /** Called when a new code was sent. */
  onSent: () => void;
}

/** Requests a new code, 60 s after the last one. */
export function ResendButton({ login, onRequest, onSent }: ResendButtonProps) {
  const { t } = useLingui();
  const seconds = useCountdown(login.state.codeSentAt);
  const asking = useRequestCode(login);
  const resend = async () => {
    onRequest();
    const checked = validateLoginId(login.state, await loadPhoneParser());
    if (!checked.ok) return login.dispatch({ name: 'went_back' });
    if (!(await asking.ask(checked.request))) return;
    onSent();
    announce(t`A new code is on its way.`, 'polite');
  };
  if (seconds > 0) {
    return (
      <p className="flex min-h-target items-center justify-center text-center text-ink-soft tnum">
        <Trans>No code yet? Ask for a new one in {seconds} s.</Trans>
      </p>
    );
  }
  return (
    <>
      <ErrorBlock messages={asking.failure === null ? [] : [asking.failure]} />
      <Button variant="quiet" fullWidth busy={asking.busy} onClick={() => void resend()}>
        <Trans>Send a new code</Trans>
      </Button>
    </>
  );
}

/** Seconds until a new code can be requested, updated twice a second. */
function useCountdown(codeSentAt: number | null): number {
  const [seconds, setSeconds] = useState(() => secondsUntilResend(codeSentAt, Date.now()));
  useEffect(() => {
    const tick = () => setSeconds(secondsUntilResend(codeSentAt, Date.now()));
    tick();
    const timer = setInterval(tick, 500);
    return () => clearInterval(timer);
  }, [codeSentAt]);
  return seconds;
}
