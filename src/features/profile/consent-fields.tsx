import { Trans } from '@lingui/react/macro';
import type { UseFormReturn } from 'react-hook-form';
import { useConsentLabels } from '#src/features/_shared/onboarding/use-consent-labels.ts';
import { CheckboxField } from '#src/ui/fields/checkbox-field.tsx';
import type { UserForm } from './user-form.ts';

/** Consents; each can be withdrawn at any time. */
export function ConsentFields({ form }: { form: UseFormReturn<UserForm> }) {
  const labels = useConsentLabels();
  const { register } = form;
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-title font-semibold break-long">
        <Trans>May we write to you?</Trans>
      </legend>
      <CheckboxField {...labels.email_consent} {...register('email_consent')} />
      <CheckboxField {...labels.phone_consent} {...register('phone_consent')} />
    </fieldset>
  );
}
