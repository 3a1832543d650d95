import { Trans, useLingui } from '@lingui/react/macro';
import type { UseFormReturn } from 'react-hook-form';
import { CheckboxField } from '#src/ui/checkbox-field.tsx';
import type { UserForm } from './user-form.ts';

/** By which ways the person may be contacted, and for what. Each may be withdrawn at any time. */
export function ConsentFields({ form }: { form: UseFormReturn<UserForm> }) {
  const { t } = useLingui();
  const { register } = form;
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-title font-bold break-long">
        <Trans>How you may be contacted</Trans>
      </legend>
      <CheckboxField label={t`By e-mail`} {...register('email_consent')} />
      <CheckboxField label={t`By phone`} {...register('phone_consent')} />
      <CheckboxField
        label={t`Offers and news by e-mail`}
        {...register('marketing_email_consent')}
      />
      <CheckboxField label={t`Offers and news by phone`} {...register('marketing_phone_consent')} />
    </fieldset>
  );
}
