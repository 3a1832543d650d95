import { Trans, useLingui } from '@lingui/react/macro';
import { useRef, useState, useEffect } from 'react';
import { type CodeLength, RESEND_SECONDS } from '#schemas/session.ts';
import { useServerNow, useRequest, type RequestState } from '#src/data/requests/use-request.ts';
import { useConnection } from '#src/data/sync/use-sync-status.ts';
import { codeOf } from '#src/data/text/error-code.ts';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { Button } from '#src/ui/button.tsx';
import { announce } from '#src/ui/feedback/announce.tsx';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { CodeField } from '#src/ui/fields/code-field.tsx';
import { focusFirstError } from '#src/ui/focus/focus-first-error.ts';
import { useVerificationActions } from './actions.ts';

interface CodeFormProps {
  /** Address the code was sent to. */
  email: string;
  length: CodeLength;
  /** Time the code was sent, by the server's clock. */
  sentAt: string;
  sendRequest: RequestState<[], true>;
  /** True if the code was just requested, so the field gets the focus. */
  isFresh: boolean;
}

/** Code entry; submits automatically after the last digit. */
export function CodeForm({ email, length, sentAt, sendRequest, isFresh }: CodeFormProps) {
  const { t } = useLingui();
  const errorText = useErrorMessage();
  const offline = useConnection() !== 'online';
  const { verify } = useVerificationActions();
  const [code, setCode] = useState('');
  const [isIncomplete, setIsIncomplete] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const verifyRequest = useRequest(verify);
  const isInvalidCode = codeOf(verifyRequest.failure) === 'invalid_code';
  const failure = verifyRequest.failure === null ? null : errorText(verifyRequest.failure);

  const submit = async (code: string) => {
    if (offline) return;
    setIsIncomplete(code.length < length);
    if (code.length === length) {
      await verifyRequest.run(code);
      // A rejected code is cleared, because users retype it from the start.
      setCode('');
    }
    focusFirstError(field.current?.form ?? null);
  };
  const resend = async () => {
    verifyRequest.clear();
    if (!(await sendRequest.run())) return;
    setCode('');
    // A countdown replaces the button, so the focus would be lost.
    field.current?.focus();
    announce(t`A new code is on its way.`);
  };
  return (
    <form
      className="space-y-6"
      onSubmit={(event) => {
        event.preventDefault();
        void submit(code);
      }}
    >
      <p className="break-long">
        <Trans>
          We sent a {length}-digit code to <span className="font-semibold">{email}</span>.
        </Trans>
      </p>
      <ErrorBlock messages={failure === null || isInvalidCode ? [] : [failure]} />
      <CodeField
        label={t`Code`}
        length={length}
        value={code}
        disabled={verifyRequest.busy}
        error={isIncomplete ? t`Enter all ${length} digits.` : isInvalidCode && failure}
        autoFocus={isFresh}
        ref={field}
        onValueChange={(digits) => {
          setCode(digits);
          setIsIncomplete(false);
        }}
        onComplete={(code) => void submit(code)}
      />
      <div className="flex flex-col gap-2">
        <Button
          type="submit"
          size="large"
          fullWidth
          busy={verifyRequest.busy}
          disabledReason={offline && t`You’re offline. Connect to check the code.`}
        >
          <Trans>Verify</Trans>
        </Button>
        <ResendButton
          sentAt={sentAt}
          sendRequest={sendRequest}
          offline={offline}
          onResend={() => void resend()}
        />
      </div>
    </form>
  );
}

interface ResendProps {
  sentAt: string;
  sendRequest: RequestState<[], true>;
  offline: boolean;
  onResend: () => void;
}

/** Requests a new code, 60 s after the last one (spec 1 §9). */
function ResendButton({ sentAt, sendRequest, offline, onResend }: ResendProps) {
  const errorText = useErrorMessage();
  const seconds = useCountdown(sentAt);
  if (seconds > 0) {
    return (
      <p className="flex min-h-target items-center justify-center text-center text-ink-soft tnum">
        <Trans>No code yet? You can request a new one in {seconds} s.</Trans>
      </p>
    );
  }
  return (
    <>
      <ErrorBlock messages={sendRequest.failure === null ? [] : [errorText(sendRequest.failure)]} />
      {!offline && (
        <Button variant="quiet" fullWidth busy={sendRequest.busy} onClick={onResend}>
          <Trans>Send a new code</Trans>
        </Button>
      )}
    </>
  );
}

/** Seconds until a new code can be requested (60 s, spec 1 §9), updated twice a second. */
function useCountdown(sentAt: string | null): number {
  const serverNow = useServerNow();
  const [seconds, setSeconds] = useState(() => secondsLeft(sentAt, serverNow()));
  useEffect(() => {
    const tick = () => setSeconds(secondsLeft(sentAt, serverNow()));
    tick();
    const timer = setInterval(tick, 500);
    return () => clearInterval(timer);
  }, [sentAt, serverNow]);
  return seconds;
}

/** @param now ms since 1970 by the server's clock, like `sentAt` */
export function secondsLeft(sentAt: string | null, now: number): number {
  if (sentAt === null) return 0;
  const remainingMs = Date.parse(sentAt) + RESEND_SECONDS * 1000 - now;
  return Math.min(RESEND_SECONDS, Math.max(0, Math.ceil(remainingMs / 1000)));
}
