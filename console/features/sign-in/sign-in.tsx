import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import { brand } from '#brand';
import { OPERATOR_CODE_LENGTH, sessionCalls } from '#schemas/operator/session-calls.ts';
import { Button } from '#src/ui/button.tsx';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { showToast } from '#src/ui/feedback/toast.tsx';
import { TextField } from '#src/ui/fields/text-field.tsx';
import { Logo } from '#src/ui/media/logo.tsx';
import { callOperator } from '#console/data/call-operator.ts';
import { useErrorText } from '#console/data/error-texts.ts';
import {
  hasKeptTexts,
  hasSessionEnded,
  recordSession,
  subscribeKeptTexts,
} from '#console/data/kept-texts.ts';
import { registerPasskey, signInWithPasskey } from '#console/data/passkey.ts';
import { SESSION_KEY } from '#console/data/query-client.ts';
import { clearCachedRecords, type OperatorSession } from '#console/data/session.ts';
import { SubmitForm } from '#console/parts/submit-form.tsx';

type Step =
  | { readonly name: 'start' }
  | { readonly name: 'code'; readonly email: string }
  | { readonly name: 'passkey'; readonly session: OperatorSession };

/** Signs an operator in: with a passkey, or with email and code followed by a passkey. */
export function SignIn() {
  const { t } = useLingui();
  const [step, setStep] = useState<Step>({ name: 'start' });
  const client = useQueryClient();
  useEffect(() => clearCachedRecords(client), [client]);
  // True if the session expired while the operator was using a screen. A message then explains the sign-in form.
  const [isExpired] = useState(hasSessionEnded);
  const hasTexts = useSyncExternalStore(subscribeKeptTexts, hasKeptTexts);
  const finish = (session: OperatorSession) => {
    recordSession(session.operator.id);
    if (hasKeptTexts())
      showToast({
        ...{ subject: 'session', tone: 'good' },
        message: t`You’re signed in again. The text that you typed is back.`,
      });
    client.setQueryData(SESSION_KEY, session);
  };
  const handleCodeSession = (session: OperatorSession) => {
    if (session.strength === 'weak') setStep({ name: 'passkey', session });
    else finish(session);
  };
  return (
    <main className="grid min-h-dvh place-items-center bg-surface p-4">
      <div className="w-full max-w-[26rem]">
        <div className="mb-6 flex items-center gap-3">
          <Logo />
          <span className="font-semibold">
            {brand.name}
            <span className="block text-small font-normal text-ink-soft">
              <Trans>Console for staff</Trans>
            </span>
          </span>
        </div>
        {isExpired && (
          <div className="mb-4">
            <Banner live="polite" title={<Trans>Your session has ended</Trans>}>
              {hasTexts ? (
                <Trans>
                  Sign in again to continue on the same screen. Your typed text was kept.
                </Trans>
              ) : (
                <Trans>Sign in again to continue on the same screen.</Trans>
              )}
            </Banner>
          </div>
        )}
        <div className="rounded-card bg-surface-raised p-6 card-rise">
          {step.name === 'start' && (
            <StartStep
              onCodeSent={(email) => setStep({ name: 'code', email })}
              onSignedIn={finish}
            />
          )}
          {step.name === 'code' && (
            <CodeStep
              email={step.email}
              onBack={() => setStep({ name: 'start' })}
              onSignedIn={handleCodeSession}
            />
          )}
          {step.name === 'passkey' && <PasskeyStep session={step.session} onDone={finish} />}
        </div>
      </div>
    </main>
  );
}

/** Runs one request at a time and stores its error. */
function useRequest() {
  const errorText = useErrorText();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const run = async (request: () => Promise<void>) => {
    if (isBusy) return;
    setBusy(true);
    setError(null);
    try {
      await request();
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, run, messages: error === null ? [] : [errorText(error)] };
}

interface StartStepProps {
  readonly onCodeSent: (email: string) => void;
  readonly onSignedIn: (session: OperatorSession) => void;
}

function StartStep({ onCodeSent, onSignedIn }: StartStepProps) {
  const { t } = useLingui();
  const [email, setEmail] = useState('');
  const code = useRequest();
  const passkey = useRequest();
  const submit = () =>
    code.run(async () => {
      const address = email.trim();
      await callOperator(sessionCalls.sendOperatorCode, { body: { email: address } });
      onCodeSent(address);
    });
  return (
    // The browser checks the address.
    <SubmitForm
      isGuarded={false}
      noValidate={false}
      onSubmit={submit}
      className="flex flex-col gap-4"
    >
      <StepTitle>
        <Trans>Sign in</Trans>
      </StepTitle>
      <ErrorBlock messages={[...passkey.messages, ...code.messages]} />
      <Button
        fullWidth
        icon={<KeyRound />}
        busy={passkey.isBusy}
        onClick={() => void passkey.run(async () => onSignedIn(await signInWithPasskey()))}
      >
        <Trans>Sign in with a passkey</Trans>
      </Button>
      <p className="flex items-center gap-3 text-small text-ink-soft before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        <Trans>or with a code</Trans>
      </p>
      <TextField
        label={t`Email address`}
        type="email"
        autoComplete="username"
        required
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <Button type="submit" variant="outlined" fullWidth busy={code.isBusy}>
        <Trans>Send me a code</Trans>
      </Button>
    </SubmitForm>
  );
}

interface CodeStepProps {
  readonly email: string;
  readonly onBack: () => void;
  readonly onSignedIn: (session: OperatorSession) => void;
}

function CodeStep({ email, onBack, onSignedIn }: CodeStepProps) {
  const { t } = useLingui();
  const [code, setCode] = useState('');
  const [isSubmitted, setSubmitted] = useState(false);
  const request = useRequest();
  const isComplete = code.length === OPERATOR_CODE_LENGTH;
  const submit = async () => {
    setSubmitted(true);
    if (!isComplete) return;
    await request.run(async () => {
      onSignedIn(await callOperator(sessionCalls.signInOperator, { body: { email, code } }));
    });
  };
  return (
    <SubmitForm isGuarded={false} onSubmit={submit} className="flex flex-col gap-4">
      <StepTitle>
        <Trans>Enter the code</Trans>
      </StepTitle>
      <p className="text-ink-soft">
        <Trans>
          If {email} belongs to an operator, a code with {OPERATOR_CODE_LENGTH} digits is on its
          way. You can also enter the code from your invitation.
        </Trans>
      </p>
      <ErrorBlock messages={request.messages} />
      <TextField
        label={t`Code`}
        inputMode="numeric"
        autoComplete="one-time-code"
        // The previous step has just sent the code.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        required
        value={code}
        error={
          isSubmitted && !isComplete ? t`Enter all ${OPERATOR_CODE_LENGTH} digits.` : undefined
        }
        onChange={(event) =>
          setCode(event.target.value.replace(/\D/g, '').slice(0, OPERATOR_CODE_LENGTH))
        }
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={request.isBusy}>
          <Trans>Sign in</Trans>
        </Button>
        <Button variant="quiet" onClick={onBack}>
          <Trans>Change address or get a new code</Trans>
        </Button>
      </div>
    </SubmitForm>
  );
}

interface PasskeyStepProps {
  readonly session: OperatorSession;
  readonly onDone: (session: OperatorSession) => void;
}

/** Step after the code: creates the first passkey or uses an existing one. Can be skipped. */
function PasskeyStep({ session, onDone }: PasskeyStepProps) {
  const request = useRequest();
  const isNew = session.needs_passkey;
  return (
    <div className="flex flex-col gap-4">
      <StepTitle>
        {isNew ? <Trans>Create a passkey</Trans> : <Trans>Use your passkey</Trans>}
      </StepTitle>
      <p className="text-ink-soft">
        {isNew ? (
          <Trans>
            A passkey replaces the code and is stored on this device or in your password manager. An
            intercepted email can’t be used to sign in.
          </Trans>
        ) : (
          <Trans>With the code alone you see few records. Use your passkey to work as usual.</Trans>
        )}
      </p>
      <ErrorBlock messages={request.messages} />
      <Button
        fullWidth
        icon={<KeyRound />}
        busy={request.isBusy}
        onClick={() =>
          void request.run(async () =>
            onDone(await (isNew ? registerPasskey() : signInWithPasskey())),
          )
        }
      >
        {isNew ? <Trans>Create a passkey</Trans> : <Trans>Use the passkey</Trans>}
      </Button>
      <Button variant="quiet" fullWidth onClick={() => onDone(session)}>
        <Trans>Later</Trans>
      </Button>
    </div>
  );
}

/** Title of a sign-in step. */
function StepTitle({ children }: { children: ReactNode }) {
  return <h1 className="text-heading font-semibold">{children}</h1>;
}
