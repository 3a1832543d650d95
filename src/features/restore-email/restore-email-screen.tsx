import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useState } from 'react';
import { accountCalls } from '#schemas/api/account-calls.ts';
import { RESTORE_CODE_LENGTH } from '#schemas/session.ts';
import { usePageTitle } from '#src/data/device/page-title.tsx';
import { useCall, useRequest } from '#src/data/requests/use-request.ts';
import { useConnection } from '#src/data/sync/use-sync-status.ts';
import { codeOf } from '#src/data/text/error-code.ts';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { PublicLayout } from '#src/features/_shared/public-layout/public-layout.tsx';
import { hrefOf, paths } from '#src/app/paths.ts';
import { Button } from '#src/ui/button.tsx';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { focusFirstError } from '#src/ui/focus/focus-first-error.ts';
import { LinkButton } from '#src/ui/link-button.tsx';
import { StepHeading } from '#src/ui/layout/step-heading.tsx';
import { TextField } from '#src/ui/fields/text-field.tsx';
import { digitsIn } from '#src/ui/fields/western-digits.ts';

/** `/restore-email`: restores a replaced email address; works when signed out. */
export function RestoreEmailScreen() {
  const { t } = useLingui();
  const [isDone, setIsDone] = useState(false);
  usePageTitle(t`Restore your email address`);
  return (
    <PublicLayout>
      {isDone ? <AddressRestored /> : <RestoreCodeForm onDone={() => setIsDone(true)} />}
    </PublicLayout>
  );
}

function RestoreCodeForm({ onDone }: { onDone: () => void }) {
  const { t } = useLingui();
  const offline = useConnection() !== 'online';
  const errorText = useErrorMessage();
  const call = useCall();
  const [code, setCode] = useState('');
  const [isIncomplete, setIsIncomplete] = useState(false);
  const restoreRequest = useRequest(async (code: string) => {
    await call(accountCalls.restoreEmail, { body: { code } });
    onDone();
  });
  const isInvalidCode = codeOf(restoreRequest.failure) === 'invalid_code';
  const rejection =
    isInvalidCode && t`This code is wrong, expired or already used. Check it, or contact support.`;
  const incompleteError = isIncomplete && t`Enter all ${RESTORE_CODE_LENGTH} digits.`;

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // The email shows the digits in groups.
    const digits = digitsIn(code);
    setIsIncomplete(digits.length !== RESTORE_CODE_LENGTH);
    const form = event.currentTarget;
    focusFirstError(form);
    if (offline || digits.length !== RESTORE_CODE_LENGTH) return;
    void restoreRequest.run(digits).then(() => focusFirstError(form));
  };
  return (
    <form noValidate onSubmit={submit}>
      <StepHeading title={<Trans>Restore your email address</Trans>} backLabel={t`Back`}>
        <Trans>
          When your email address was changed, we sent a {RESTORE_CODE_LENGTH}-digit code to the old
          address. It’s valid for a week.
        </Trans>
      </StepHeading>
      <div className="mb-6 space-y-4">
        <ErrorBlock
          messages={
            restoreRequest.failure === null || isInvalidCode
              ? []
              : [errorText(restoreRequest.failure)]
          }
        />
        <TextField
          label={t`Code from the message`}
          hint={t`All devices will be signed out of your account.`}
          inputMode="numeric"
          autoComplete="off"
          enterKeyHint="send"
          maxLength={40}
          value={code}
          error={incompleteError || rejection || undefined}
          onChange={(event) => {
            setCode(event.target.value);
            setIsIncomplete(false);
            restoreRequest.clear();
          }}
        />
      </div>
      <Button
        type="submit"
        size="large"
        fullWidth
        busy={restoreRequest.busy}
        disabledReason={offline && t`You’re offline. Connect to check the code.`}
      >
        <Trans>Restore email address</Trans>
      </Button>
    </form>
  );
}

function AddressRestored() {
  const { t } = useLingui();
  return (
    <>
      <StepHeading title={<Trans>Email address restored</Trans>} backLabel={t`Back`}>
        <Trans>All devices were signed out. Sign in with your old email address.</Trans>
      </StepHeading>
      <LinkButton size="large" fullWidth href={hrefOf(paths.login())}>
        <Trans>Go to sign in</Trans>
      </LinkButton>
    </>
  );
}
