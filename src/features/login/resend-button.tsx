import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { announce } from '#src/ui/feedback/announce.ts';
import { Button } from '#src/ui/button.tsx';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { checkId } from './login-id.ts';
import { resendIn } from './login-state.ts';
import { loadPhoneParser } from '#src/data/text/load-phone-parser.ts';
import { useAskForCode } from './use-ask-for-code.ts';
import type { Login } from './use-login.ts';

interface ResendButtonProps {
  login: Login;
  /** What was said of the code before is old. */
  onAsk: () => void;
  /** Another one is on its way. */
  onAsked: () => void;
}

/** Asks for another code, once 60 s have passed since the last. */
export function ResendButton({ login, onAsk, onAsked }: ResendButtonProps) {
  const { t } = useLingui();
  const seconds = useCountdown(login.state.codeSentAt);
  const asking = useAskForCode(login);
  const resend = async () => {
    onAsk();
    const checked = checkId(login.state, await loadPhoneParser());
    if (!checked.ok) return login.tell({ name: 'went_back' });
    if (!(await asking.ask(checked.request))) return;
    onAsked();
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

/** Seconds left until a new code may be asked for; counts by itself. */
function useCountdown(codeSentAt: number | null): number {
  const [seconds, setSeconds] = useState(() => resendIn(codeSentAt, Date.now()));
  useEffect(() => {
    const tick = () => setSeconds(resendIn(codeSentAt, Date.now()));
    tick();
    const timer = setInterval(tick, 500);
    return () => clearInterval(timer);
  }, [codeSentAt]);
  return seconds;
}
