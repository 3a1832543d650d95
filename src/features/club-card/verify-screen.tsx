import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useId, useRef } from 'react';
import { useController, useForm } from 'react-hook-form';
import * as v from 'valibot';
import { cardSerialNumber } from '#schemas/club-card.ts';
import { codeOf } from '#src/data/text/error-code.ts';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { usePageTitle } from '#src/data/device/page-title.tsx';
import { useRequest } from '#src/data/requests/use-request.ts';
import { useConnection } from '#src/data/sync/use-sync-status.ts';
import { formResolver, submitHandler } from '#src/features/_shared/editing/form-resolver.ts';
import { paths } from '#src/app/paths.ts';
import { CheckboxField } from '#src/ui/fields/checkbox-field.tsx';
import { focusFirstError } from '#src/ui/focus/focus-first-error.ts';
import { Page } from '#src/ui/layout/page.tsx';
import { SubmitFooter } from '#src/ui/layout/submit-footer.tsx';
import { showToast } from '#src/ui/feedback/toast-store.ts';
import { useGo } from '#src/app/use-go.ts';
import { useCardActions } from './actions.ts';
import { clubCardState } from '#schemas/card-status.ts';
import { CardUnavailable } from './card-unavailable.tsx';
import { SerialField } from './serial-field.tsx';
import { useCard } from './use-card.ts';
import { Banner } from '#src/ui/feedback/banner.tsx';

const verifyForm = v.object({
  serial: cardSerialNumber,
  isChecked: v.pipe(
    v.boolean(),
    v.check((isChecked) => isChecked),
  ),
});
export type VerifyForm = v.InferInput<typeof verifyForm>;

/** `/club-card/verify`: registers a card by its serial number (spec 2 §2, §5). */
export function VerifyScreen() {
  const { t } = useLingui();
  const { state, online, fetching } = useCard();
  const go = useGo();
  const status = state && clubCardState(state.card);
  const hasOne = status === 'issued' || status === 'active';
  usePageTitle(t`Register your club card`);
  useEffect(() => {
    if (hasOne) go(paths.clubCard(), { replace: true });
  }, [hasOne, go]);
  if (!state || hasOne) {
    return (
      <CardUnavailable title={t`Register your club card`} online={online} fetching={fetching} />
    );
  }
  return <Verify isPending={state.card.pending_edenred_card === 1} />;
}

function Verify({ isPending }: { isPending: boolean }) {
  const { t } = useLingui();
  const id = useId();
  const offline = useConnection() !== 'online';
  const errorText = useErrorMessage();
  const registering = useRegister();
  const isRejected = codeOf(registering.failure) === 'card_not_found';
  const page = useRef<HTMLFormElement>(null);
  const form = useForm<VerifyForm>({
    resolver: formResolver(verifyForm),
    defaultValues: { serial: '', isChecked: false },
    shouldFocusError: false,
  });
  const { control, register, formState } = form;
  const serialField = useController({ control, name: 'serial' });
  const submit = submitHandler(form, async ({ serial }) => registering.run(serial));
  useEffect(() => {
    if (isRejected) focusFirstError(page.current);
  }, [isRejected]);
  return (
    <Page
      title={<Trans>Register your club card</Trans>}
      footer={
        <SubmitFooter
          form={id}
          busy={registering.busy}
          failure={
            registering.failure === null || isRejected ? null : errorText(registering.failure)
          }
          disabledReason={offline && t`You are offline. The card is registered online.`}
        >
          <Trans>Register the card</Trans>
        </SubmitFooter>
      }
    >
      <form ref={page} id={id} noValidate className="space-y-5" onSubmit={submit}>
        {isPending && <PendingNotice />}
        <p className="break-long">
          <Trans>
            Register the number of your card, and you can move your points onto it and pay with
            them.
          </Trans>
        </p>
        <SerialField
          serial={serialField}
          rejection={isRejected && errorText(registering.failure)}
          onEdit={registering.clear}
        />
        <CheckboxField
          label={t`I have compared the number with my card.`}
          error={
            formState.errors.isChecked &&
            t`Confirm that you have typed the serial number correctly.`
          }
          {...register('isChecked')}
        />
      </form>
    </Page>
  );
}

/** Registers the card and opens it. */
function useRegister() {
  const { t } = useLingui();
  const { register } = useCardActions();
  const go = useGo();
  return useRequest(async (serial: string) => {
    await register(serial);
    showToast({
      message: t`Your card is registered.`,
      subject: 'club card',
      tone: 'good',
      timeoutMs: 5000,
    });
    go(paths.clubCard(), { replace: true, done: true });
  });
}

/** The card is ordered or in the post. */
function PendingNotice() {
  return (
    <Banner tone="info" title={<Trans>Your club card is on its way</Trans>}>
      <Trans>It comes by post. Register it here as soon as you have it.</Trans>
    </Banner>
  );
}
