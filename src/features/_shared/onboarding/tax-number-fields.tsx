import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { isTaxFieldRequired, type TaxField, taxFields } from '#schemas/company.ts';
import type { RegionalSettings } from '#schemas/configuration.ts';
import { textInLanguage } from '#schemas/primitives.ts';
import { useLanguage } from '#src/data/device/use-device-settings.ts';
import { TextField } from '#src/ui/fields/text-field.tsx';

interface TaxNumberFieldsProps {
  settings: RegionalSettings;
  values: Readonly<Record<TaxField, string>>;
  errors: Readonly<Partial<Record<TaxField, ReactNode>>>;
  onChange: (changes: Partial<Record<TaxField, string>>) => void;
}

/** Both tax numbers, labelled with the country's names for them (spec 1 §5). */
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
