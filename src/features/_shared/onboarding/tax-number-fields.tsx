import { useLingui, Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import {
  isTaxFieldRequired,
  type TaxField,
  taxFields,
  type CompanyTypeSettings,
} from '#schemas/company.ts';
import type { RegionalSettings } from '#schemas/configuration.ts';
import { textInLanguage } from '#schemas/primitives.ts';
import { useLanguage } from '#src/data/device/use-device-settings.ts';
import { CheckboxField } from '#src/ui/fields/toggle-fields.tsx';
import { RadioCards } from '#src/ui/fields/choice-cards.tsx';
import { TextField } from '#src/ui/fields/text-field.tsx';
import { Card } from '#src/ui/layout/card.tsx';
import { useConsentLabels } from './use-consent-labels.ts';

interface TaxNumberFieldsProps {
  settings: RegionalSettings;
  values: Readonly<Record<TaxField, string>>;
  errors: Readonly<Partial<Record<TaxField, ReactNode>>>;
  onChange: (changes: Partial<Record<TaxField, string>>) => void;
}

/** Both tax numbers, labelled with their names in the country (spec 1 §5). */
export function TaxNumberFields({ settings, values, errors, onChange }: TaxNumberFieldsProps) {
  const { t } = useLingui();
  const language = useLanguage();
  const names = {
    registration_number: settings.company_id_field,
    registration_number_2: settings.vat_field,
  };
  return taxFields.map((field) => (
    <TextField
      key={field}
      label={textInLanguage(names[field], language)}
      optionalLabel={!isTaxFieldRequired(settings, field) && t`optional`}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={32}
      value={values[field]}
      error={errors[field]}
      onChange={(event) => onChange({ [field]: event.target.value })}
    />
  ));
}

interface AcceptanceProps {
  document: 'disclaimer' | 'declaration';
  type: CompanyTypeSettings | undefined;
  accepted: boolean;
  error: ReactNode;
  onChange: (accepted: boolean) => void;
}

/** Text of a disclaimer or declaration, with its acceptance checkbox. */
export function Acceptance({ document, type, accepted, error, onChange }: AcceptanceProps) {
  const language = useLanguage();
  const text = type === undefined ? '' : textInLanguage(type[`${document}_translated`], language);
  return (
    <>
      <Card>
        <p className="break-long">{text}</p>
      </Card>
      <CheckboxField
        label={
          document === 'disclaimer' ? (
            <Trans>I have read and understood this.</Trans>
          ) : (
            <Trans>I confirm that this is correct.</Trans>
          )
        }
        checked={accepted}
        error={error}
        onChange={(event) => onChange(event.target.checked)}
      />
    </>
  );
}

interface CompanyTypeCardsProps {
  settings: RegionalSettings;
  value: number | null;
  error: ReactNode;
  onChange: (id: number) => void;
}

/** Company types offered in the country. */
export function CompanyTypeCards({ settings, value, error, onChange }: CompanyTypeCardsProps) {
  const { t } = useLingui();
  const language = useLanguage();
  return (
    <RadioCards
      legend={t`Company type`}
      legendHidden
      name="company_type"
      value={value === null ? null : String(value)}
      options={settings.company_types.map(({ id, name_translated }) => ({
        value: String(id),
        title: textInLanguage(name_translated, language),
      }))}
      error={error}
      onValueChange={(id) => onChange(Number(id))}
    />
  );
}

interface Consents {
  readonly email_consent: boolean;
  readonly phone_consent: boolean;
}

interface ConsentFieldsProps extends Consents {
  onChange: (changes: Partial<Consents>) => void;
}

/** Marketing consents; both are optional. */
export function ConsentFields({ email_consent, phone_consent, onChange }: ConsentFieldsProps) {
  const labels = useConsentLabels();
  return (
    <div className="space-y-2">
      <CheckboxField
        {...labels.email_consent}
        checked={email_consent}
        onChange={(event) => onChange({ email_consent: event.target.checked })}
      />
      <CheckboxField
        {...labels.phone_consent}
        checked={phone_consent}
        onChange={(event) => onChange({ phone_consent: event.target.checked })}
      />
    </div>
  );
}
