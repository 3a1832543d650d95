import { useLingui } from '@lingui/react/macro';
import type { UseFormReturn } from 'react-hook-form';
import { isTaxFieldRequired, type TaxField } from '#schemas/company.ts';
import type { RegionalSettings } from '#schemas/configuration.ts';
import { textInLanguage } from '#schemas/primitives.ts';
import { errorAt } from '#src/data/text/error-code.ts';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { useLanguage } from '#src/data/device/use-device-settings.ts';
import { FieldGrid } from '#src/ui/fields/field-grid.tsx';
import { TextField } from '#src/ui/fields/text-field.tsx';
import type { CompanyForm } from './company-form.ts';
import { useCompanyProblemText } from './use-company-problem-text.ts';

interface NumberFieldsProps {
  form: UseFormReturn<CompanyForm>;
  settings: RegionalSettings;
  /** The server's error, if any. */
  failure: unknown;
}

/** Tax numbers, labelled with the country's names for them (spec 1 §5). */
export function NumberFields({ form, settings, failure }: NumberFieldsProps) {
  const { t } = useLingui();
  const language = useLanguage();
  const { register, formState } = form;
  const problemText = useCompanyProblemText();
  const errorText = useErrorMessage();
  const serverError = (name: TaxField) => {
    const failureAtField = errorAt(failure, name);
    return failureAtField === null ? undefined : errorText(failureAtField);
  };

  const field = (name: TaxField, label: string) => (
    <TextField
      label={label}
      optionalLabel={isTaxFieldRequired(settings, name) ? undefined : t`optional`}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      error={problemText(formState.errors[name]) ?? serverError(name)}
      {...register(name)}
    />
  );
  return (
    <FieldGrid>
      {field('registration_number', textInLanguage(settings.company_id_field, language))}
      {field('registration_number_2', textInLanguage(settings.vat_field, language))}
    </FieldGrid>
  );
}
