import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useId, useRef, type ChangeEvent, useLayoutEffect } from 'react';
import { useController, useForm, type UseControllerReturn } from 'react-hook-form';
import * as v from 'valibot';
import { clubCardState } from '#schemas/card-status.ts';
import { cardSerialNumber } from '#schemas/club-card.ts';
import { paths } from '#src/app/paths.ts';
import { useGo } from '#src/app/use-go.ts';
import { usePageTitle } from '#src/data/device/page-title.tsx';
import { useRequest } from '#src/data/requests/use-request.ts';
import { useConnection } from '#src/data/sync/use-sync-status.ts';
import { codeOf } from '#src/data/text/error-code.ts';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { formResolver, submitHandler } from '#src/ui/fields/form-resolver.ts';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { showToast } from '#src/ui/feedback/toast.tsx';
import { CheckboxField } from '#src/ui/fields/toggle-fields.tsx';
import { TextField } from '#src/ui/fields/text-field.tsx';
import { focusFirstError } from '#src/ui/focus/focus-first-error.ts';
import { Page } from '#src/ui/layout/page.tsx';
import { SubmitFooter } from '#src/ui/layout/submit-footer.tsx';
import { useCardActions } from './actions.ts';
import { CardUnavailable, useCard } from './card-unavailable.tsx';
import { cursorPosition, formatSerial, serialDigits } from './serial-digits.ts';

const verifyForm = v.object({
  serial: cardSerialNumber,
  isChecked: v.pipe(
    v.boolean(),
    v.check((isChecked) => isChecked),
  ),
});
type VerifyForm = v.InferInput<typeof verifyForm>;

/** `/club-card/verify`: registers a card by its serial number (spec 2 §2, §5). */
export function VerifyScreen() {
  const { t } = useLingui();
  const { state, online, request } = useCard();
  const go = useGo();
  const status = state && clubCardState(state.card);
  const hasCard = status === 'issued' || status === 'active';
  usePageTitle(t`Register your club card`);
  useEffect(() => {
    if (hasCard) go(paths.clubCard(), { replace: true });
  }, [hasCard, go]);
  if (!state || hasCard) {
    return <CardUnavailable title={t`Register your club card`} online={online} request={request} />;
  }
  return <RegisterCardForm isPending={state.card.pending_edenred_card === 1} />;
}

function RegisterCardForm({ isPending }: { isPending: boolean }) {
  const { t } = useLingui();
  const id = useId();
  const offline = useConnection() !== 'online';
  const errorText = useErrorMessage();
  const registration = useRegister();
  const isRejected = codeOf(registration.failure) === 'card_not_found';
  const formRef = useRef<HTMLFormElement>(null);
  const form = useForm<VerifyForm>({
    resolver: formResolver(verifyForm),
    defaultValues: { serial: '', isChecked: false },
    shouldFocusError: false,
  });
  const { control, register, formState } = form;
  const serialField = useController({ control, name: 'serial' });
  const submit = submitHandler(form, async ({ serial }) => registration.run(serial));
  useEffect(() => {
    if (isRejected) focusFirstError(formRef.current);
  }, [isRejected]);
  return (
    <Page
      title={<Trans>Register your club card</Trans>}
      footer={
        <SubmitFooter
          form={id}
          busy={registration.busy}
          failure={
            registration.failure === null || isRejected ? null : errorText(registration.failure)
          }
          disabledReason={offline && t`You’re offline. Connect to register the card.`}
        >
          <Trans>Register card</Trans>
        </SubmitFooter>
      }
    >
      <form ref={formRef} id={id} noValidate className="space-y-5" onSubmit={submit}>
        {isPending && <PendingNotice />}
        <p className="break-long">
          <Trans>Register your card number to top up the card and pay with it.</Trans>
        </p>
        <SerialField
          serial={serialField}
          rejection={isRejected && errorText(registration.failure)}
          onEdit={registration.clear}
        />
        <CheckboxField
          label={t`I’ve checked the number against my card.`}
          error={formState.errors.isChecked && t`Confirm that the card number is correct.`}
          {...register('isChecked')}
        />
      </form>
    </Page>
  );
}

/** Registers the card and opens its screen. */
function useRegister() {
  const { t } = useLingui();
  const { register } = useCardActions();
  const go = useGo();
  return useRequest(async (serial: string) => {
    await register(serial);
    showToast({
      message: t`Card registered`,
      subject: 'club card',
      tone: 'good',
      timeoutMs: 5000,
    });
    go(paths.clubCard(), { replace: true, done: true });
  });
}

/** Notice that the card is ordered or in the post. */
function PendingNotice() {
  return (
    <Banner tone="info" title={<Trans>Your club card is on its way</Trans>}>
      <Trans>It’s coming by post. Register it here when it arrives.</Trans>
    </Banner>
  );
}

interface SerialFieldProps {
  serial: UseControllerReturn<VerifyForm, 'serial'>;
  /** Reason why the server rejected the number; false if it didn't. */
  rejection: string | false;
  /** Clears the rejection of the previous number. */
  onEdit: () => void;
}

/** Card number field, with digits grouped as on the card. */
function SerialField({ serial, rejection, onEdit }: SerialFieldProps) {
  const { t } = useLingui();
  const { field, fieldState } = serial;
  const input = useRef<HTMLInputElement>(null);
  const cursor = useRef<number | null>(null);
  // Formatting moves the text, so keep the cursor after the same digit.
  useLayoutEffect(() => {
    if (cursor.current !== null) input.current?.setSelectionRange(cursor.current, cursor.current);
    cursor.current = null;
  });

  const change = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const textBeforeCursor = target.value.slice(0, target.selectionStart ?? target.value.length);
    cursor.current = cursorPosition(serialDigits(textBeforeCursor).length);
    onEdit();
    field.onChange(serialDigits(target.value));
  };
  return (
    <TextField
      label={t`Card number`}
      inputMode="numeric"
      autoComplete="off"
      spellCheck={false}
      enterKeyHint="done"
      placeholder={formatSerial('•'.repeat(10))}
      hint={t`10 digits, on the front of the card.`}
      error={fieldState.error ? t`Enter the 10 digits on your card.` : rejection}
      name={field.name}
      value={formatSerial(field.value)}
      onChange={change}
      onBlur={field.onBlur}
      ref={(element) => {
        input.current = element;
        field.ref(element);
      }}
    />
  );
}
