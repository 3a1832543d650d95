import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { FormProvider, useForm, useFormContext } from 'react-hook-form';
import { formattingLocale } from '#schemas/formatting-locale.ts';
import { certificateLanguages } from '#schemas/warranty-certificate.ts';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { useFormat } from '#src/data/text/format.ts';
import { AddressFields } from '#src/features/_shared/address/address-fields.tsx';
import { formResolver } from '#src/ui/fields/form-resolver.ts';
import { focusFirstError } from '#src/ui/focus/focus-first-error.ts';
import { nativeLanguageName } from '#src/i18n/language-names.ts';
import { Button } from '#src/ui/button.tsx';
import { Section } from '#src/ui/layout/section.tsx';
import { SelectField } from '#src/ui/fields/select-field.tsx';
import { TextAreaField } from '#src/ui/fields/text-area-field.tsx';
import { TextField } from '#src/ui/fields/text-field.tsx';
import type { Wizard } from './use-wizard.ts';
import { type CustomerForm, customerForm, proposedExpiration } from './certificate-form.ts';
import { WizardPage } from './wizard-page.tsx';
import type { StepProps } from './products-step.tsx';
import { rejectedField } from './rejection.ts';

/** Step 3: customer, address, expiration and language (spec 2 §5). */
export function CustomerStep({ wizard, filledDraft, catalogue }: StepProps) {
  const { dispatch, earliest, latest, today } = wizard;
  const id = useId();
  const formRef = useRef<HTMLFormElement>(null);
  const resolver = useMemo(
    () => formResolver(customerForm({ earliest, latest })),
    [earliest, latest],
  );
  // The draft only provides the initial values.
  const [initialValues] = useState((): CustomerForm => {
    const { customer, expiration_date } = filledDraft;
    return { ...customer, expiration_date };
  });
  const [initialProposal] = useState(() =>
    proposedExpiration(filledDraft.products, catalogue, { today, earliest }),
  );
  const form = useForm<CustomerForm>({
    resolver,
    defaultValues: initialValues,
    shouldFocusError: false,
  });
  const { handleSubmit, subscribe } = form;
  const lastSaved = useRef(JSON.stringify(initialValues));
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values: { expiration_date, ...customer } }) => {
          const text = JSON.stringify({ ...customer, expiration_date });
          if (lastSaved.current === text) return;
          lastSaved.current = text;
          const isProposed = expiration_date === initialProposal;
          dispatch({
            name: 'customer_changed',
            customer,
            expiration_date: isProposed ? null : expiration_date,
          });
        },
      }),
    [subscribe, dispatch, initialProposal],
  );
  // Focus the rejected field.
  useEffect(() => focusFirstError(formRef.current), []);
  return (
    <WizardPage
      wizard={wizard}
      footer={
        <Button type="submit" form={id} size="large" fullWidth>
          <Trans>Next</Trans>
        </Button>
      }
    >
      <form
        ref={formRef}
        id={id}
        noValidate
        data-saved-draft
        className="space-y-7"
        onSubmit={(event) => {
          const onInvalid = () => focusFirstError(formRef.current);
          void handleSubmit(() => dispatch({ name: 'step_changed', step: 4 }), onInvalid)(event);
        }}
      >
        <FormProvider {...form}>
          <Fields wizard={wizard} />
        </FormProvider>
      </form>
    </WizardPage>
  );
}

function Fields({ wizard }: { wizard: Wizard }) {
  const { t } = useLingui();
  const rejectionTextOf = useRejectionText(wizard);
  const { register, formState } = useFormContext<CustomerForm>();
  const { errors } = formState;
  return (
    <>
      <Section title={t`Customer`}>
        <TextField
          label={t`Email address`}
          type="email"
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          hint={t`We’ll send the certificate here.`}
          error={
            errors.customer_email
              ? t`Enter an email address, such as name@example.com.`
              : rejectionTextOf('customer_email')
          }
          {...register('customer_email')}
        />
        <TextField
          label={t({ context: 'person', message: 'Name' })}
          optionalLabel={t`optional`}
          autoComplete="off"
          error={
            errors.customer_name
              ? t`Enter a name, up to 160 characters.`
              : rejectionTextOf('customer_name')
          }
          {...register('customer_name')}
        />
      </Section>
      <Section title={t`Installation address`}>
        <AddressFields isOwnAddress={false} rejectionOf={rejectionTextOf} />
      </Section>
      <CertificateFields wizard={wizard} rejectionTextOf={rejectionTextOf} />
    </>
  );
}

interface CertificateFieldsProps {
  wizard: Wizard;
  rejectionTextOf: ReturnType<typeof useRejectionText>;
}

function CertificateFields({
  wizard: { earliest, latest },
  rejectionTextOf,
}: CertificateFieldsProps) {
  const { t, i18n } = useLingui();
  const format = useFormat();
  const { register, formState } = useFormContext<CustomerForm>();
  const { errors } = formState;
  const first = format.day(earliest);
  const last = format.day(latest);
  const languages = useMemo(
    () =>
      certificateLanguages
        .map((language) => ({ value: language, label: nativeLanguageName(language) }))
        .sort((a, b) => a.label.localeCompare(b.label, formattingLocale(i18n.locale))),
    [i18n.locale],
  );
  return (
    <Section title={t`Certificate`}>
      <SelectField label={t`Language`} options={languages} {...register('language')} />
      <TextField
        type="date"
        label={t`Valid until`}
        min={earliest}
        max={latest}
        hint={t`From ${first} to ${last}.`}
        error={
          errors.expiration_date
            ? t`Choose a day from ${first} to ${last}.`
            : rejectionTextOf('expiration_date')
        }
        {...register('expiration_date')}
      />
      <TextAreaField
        label={t`Note`}
        optionalLabel={t`optional`}
        hint={t`Printed on the certificate.`}
        error={errors.note ? t`Enter up to 1,000 characters.` : rejectionTextOf('note')}
        {...register('note')}
      />
    </Section>
  );
}

/** Returns a function that returns the server's message for a field; undefined if the field wasn't rejected. */
function useRejectionText({
  draft: { refused: rejection },
}: Wizard): (field: string) => string | undefined {
  const errorMessage = useErrorMessage();
  const rejectedFieldName = rejectedField(rejection);
  return (field) => (rejectedFieldName === field ? errorMessage(rejection) : undefined);
}
