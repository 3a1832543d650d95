import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { accessCalls } from '#schemas/api/access-calls.ts';
import { isOwner } from '#schemas/roles.ts';
import { CODE_LENGTH } from '#schemas/session.ts';
import { codeOf, triesLeftOf } from '#src/data/text/error-code.ts';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { useServices } from '#src/data/services.ts';
import { useDisplayEmail } from '#src/data/text/use-display-email.ts';
import { Button } from '#src/ui/button.tsx';
import { CodeField } from '#src/ui/fields/code-field.tsx';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { StepHeading } from '#src/ui/layout/step-heading.tsx';
import { ResendButton } from './resend-button.tsx';
import { startSession } from './start-session.ts';
import { loadCompleteSignIn } from './load-complete-sign-in.ts';
import type { Login } from './use-login.ts';

/** Second step: the code. Submits itself after the last digit. */
export function CodeStep({ login }: { login: Login }) {
  const { t } = useLingui();
  const { state, dispatch } = login;
  const [code, setCode] = useState('');
  const [isShort, setShort] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const verifying = useVerifyCode(login);
  const { challenge } = state;
  const length = challenge?.code_length ?? CODE_LENGTH;
  useEffect(() => {
    // Preload the owner's steps while they type the code.
    if (challenge !== null && isOwner(challenge.role)) loadCompleteSignIn().catch(() => undefined);
  }, [challenge]);
  const email = useDisplayEmail(state.email);
  const target = state.method === 'phone' ? state.phone : email;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        setShort(code.length < length);
        if (code.length === length) void verifying.verify(code);
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
          We sent {length} digits to <span className="font-semibold text-ink">{target}</span>.
        </Trans>
      </StepHeading>
      <div className="mb-6 space-y-4">
        <ErrorBlock messages={verifying.failure === null ? [] : [verifying.failure]} />
        <CodeField
          label={t`Code`}
          autoFocus
          length={length}
          value={code}
          disabled={verifying.busy}
          error={isShort && t`Enter all ${length} digits.`}
          ref={field}
          onValueChange={(digits) => {
            setCode(digits);
            setShort(false);
          }}
          onComplete={(whole) => void verifying.verify(whole)}
        />
      </div>
      <div className="flex flex-col gap-2">
        <Button type="submit" size="large" fullWidth busy={verifying.busy}>
          <Trans>Sign in</Trans>
        </Button>
        <ResendButton
          login={login}
          onRequest={verifying.clear}
          onSent={() => {
            setCode('');
            setShort(false);
            // The button is replaced by a countdown, so focus would be lost.
            field.current?.focus();
          }}
        />
      </div>
    </form>
  );
}

/** Exchanges the code for a session. The session's subscribers then leave the login. */
function useVerifyCode({ state, dispatch, forget }: Login) {
  const { transport, session } = useServices();
  const errorText = useErrorMessage();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  const verify = async (code: string) => {
    const { challenge } = state;
    if (challenge === null || busy) return;
    setBusy(true);
    setFailure(null);
    const { user_id: userId, challenge_id } = challenge;
    try {
      const body = { userId, challenge_id, code };
      const signedIn = await transport.call(accessCalls.verifyLogin, { body });
      // Owners may have further steps (spec 1 §2).
      if (isOwner(signedIn.role)) return dispatch({ name: 'verified', signedIn });
      forget();
      startSession(session, signedIn);
    } catch (error) {
      setBusy(false);
      if (codeOf(error) === 'invalid_code') {
        dispatch({ name: 'code_refused', code: 'invalid_code', triesLeft: triesLeftOf(error) });
      } else setFailure(errorText(error));
    }
  };
  return { verify, busy, failure, clear: () => setFailure(null) };
}
