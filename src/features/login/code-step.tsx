import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { accessCalls } from '#schemas/api/access-calls.ts';
import { COMPANY_BLOCKED } from '#schemas/api/errors.ts';
import { isOwner } from '#schemas/roles.ts';
import { CODE_LENGTH } from '#schemas/session.ts';
import { useServices } from '#src/data/services.ts';
import { codeOf, errorsOf, triesLeftOf } from '#src/data/text/error-code.ts';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { loadPhoneParser } from '#src/data/text/load-phone-parser.ts';
import { useDisplayEmail } from '#src/data/text/use-display-email.ts';
import { Button } from '#src/ui/button.tsx';
import { announce } from '#src/ui/feedback/announce.tsx';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { CodeField } from '#src/ui/fields/code-field.tsx';
import { StepHeading } from '#src/ui/layout/step-heading.tsx';
import { loadCompleteSignIn, startSession, type Login, useRequestCode } from './use-login.ts';
import { validateLoginId } from './login-id.ts';
import { secondsUntilResend } from './login-state.ts';

/** Second step: the code. Submits automatically after the last digit. */
export function CodeStep({ login }: { login: Login }) {
  const { t } = useLingui();
  const errorText = useErrorMessage();
  const { state, dispatch } = login;
  const [code, setCode] = useState('');
  const [isIncomplete, setIsIncomplete] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const verifyRequest = useVerifyCode(login);
  const { challenge } = state;
  const length = challenge?.code_length ?? CODE_LENGTH;
  useEffect(() => {
    // Preload the owner's steps while the code is typed.
    if (challenge !== null && isOwner(challenge.role)) loadCompleteSignIn().catch(() => undefined);
  }, [challenge]);
  const email = useDisplayEmail(state.email);
  const target = state.method === 'phone' ? state.phone : email;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        setIsIncomplete(code.length < length);
        if (code.length === length) void verifyRequest.verify(code);
        else field.current?.focus();
      }}
    >
      <StepHeading
        backLabel={t`Back`}
        onBack={() => dispatch({ name: 'went_back' })}
        takesFocus={false}
        title={<Trans>Enter the code</Trans>}
      >
        <Trans>
          We sent a {length}-digit code to <span className="font-semibold text-ink">{target}</span>.
        </Trans>
      </StepHeading>
      <div className="mb-6 space-y-4">
        <ErrorBlock
          messages={verifyRequest.failure === null ? [] : [errorText(verifyRequest.failure)]}
        />
        <CodeField
          label={t`Code`}
          autoFocus
          length={length}
          value={code}
          disabled={verifyRequest.busy}
          error={isIncomplete && t`Enter all ${length} digits.`}
          ref={field}
          onValueChange={(digits) => {
            setCode(digits);
            setIsIncomplete(false);
          }}
          onComplete={(code) => void verifyRequest.verify(code)}
        />
      </div>
      <div className="flex flex-col gap-2">
        <Button type="submit" size="large" fullWidth busy={verifyRequest.busy}>
          <Trans>Sign in</Trans>
        </Button>
        <ResendButton
          login={login}
          onRequest={verifyRequest.clear}
          onSent={() => {
            setCode('');
            setIsIncomplete(false);
            // A countdown replaces the button, so the focus would be lost.
            field.current?.focus();
          }}
        />
      </div>
    </form>
  );
}

/** Exchanges the code for a session. The app then replaces the login screen. */
function useVerifyCode({ state, dispatch, clearSavedLogin }: Login) {
  const { transport, session } = useServices();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);

  const verify = async (code: string) => {
    const { challenge } = state;
    if (challenge === null || busy) return;
    setBusy(true);
    setFailure(null);
    const { user_id: userId, challenge_id } = challenge;
    try {
      const body = { userId, challenge_id, code };
      const signedIn = await transport.call(accessCalls.signIn, { body });
      // Owners may have further steps (spec 1 §2).
      if (isOwner(signedIn.role)) return dispatch({ name: 'verified', signedIn });
      clearSavedLogin();
      startSession(session, signedIn);
    } catch (error) {
      setBusy(false);
      if (codeOf(error) === 'invalid_code') {
        dispatch({ name: 'code_rejected', code: 'invalid_code', triesLeft: triesLeftOf(error) });
      } else if (errorsOf(error)[0]?.reason === COMPANY_BLOCKED) {
        dispatch({ name: 'code_rejected', code: COMPANY_BLOCKED });
      } else setFailure(error);
    }
  };
  return { verify, busy, failure, clear: () => setFailure(null) };
}

interface ResendButtonProps {
  login: Login;
  /** Clears the error of the previous code. */
  onRequest: () => void;
  /** Called when a new code was sent. */
  onSent: () => void;
}

/** Requests a new code, 60 s after the last one. */
function ResendButton({ login, onRequest, onSent }: ResendButtonProps) {
  const { t } = useLingui();
  const errorText = useErrorMessage();
  const seconds = useCountdown(login.state.codeSentAt);
  const codeRequest = useRequestCode(login);
  const resend = async () => {
    onRequest();
    const validation = validateLoginId(login.state, await loadPhoneParser());
    if (!validation.ok) return login.dispatch({ name: 'went_back' });
    if (!(await codeRequest.send(validation.request))) return;
    onSent();
    announce(t`A new code is on its way.`, 'polite');
  };
  if (seconds > 0) {
    return (
      <p className="flex min-h-target items-center justify-center text-center text-ink-soft tnum">
        <Trans>No code yet? You can request a new one in {seconds} s.</Trans>
      </p>
    );
  }
  return (
    <>
      <ErrorBlock messages={codeRequest.failure === null ? [] : [errorText(codeRequest.failure)]} />
      <Button variant="quiet" fullWidth busy={codeRequest.busy} onClick={() => void resend()}>
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
