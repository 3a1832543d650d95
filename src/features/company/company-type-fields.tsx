import { useLingui } from '@lingui/react/macro';
import { useWatch, type UseFormReturn } from 'react-hook-form';
import { findCompanyType, requirements } from '#schemas/company.ts';
import type { RegionalSettings } from '#schemas/configuration.ts';
import { textInLanguage, type TranslatedText } from '#schemas/primitives.ts';
import { useLanguage } from '#src/data/device/use-device-settings.ts';
import { CheckboxField } from '#src/ui/fields/checkbox-field.tsx';
import { RadioCards } from '#src/ui/fields/radio-cards.tsx';
import type { CompanyForm } from './company-form.ts';
import { useCompanyProblemText } from './use-company-problem-text.ts';

interface CompanyTypeFieldsProps {
  form: UseFormReturn<CompanyForm>;
  settings: RegionalSettings;
}

/** Company type with its acceptances. Choosing another type resets them (spec 1 §4). */
export function CompanyTypeFields({ form, settings }: CompanyTypeFieldsProps) {
  const { t } = useLingui();
  const language = useLanguage();
  const problemText = useCompanyProblemText();
  const { control, setValue, formState } = form;
  const chosen = useWatch({ control, name: 'company_type' });
  const type = findCompanyType(settings, chosen === '' ? null : Number(chosen));

  const choose = (id: string) => {
    if (id === chosen) return;
    setValue('company_type', id, { shouldDirty: true, shouldValidate: formState.isSubmitted });
    setValue('disclaimer_accepted', false);
    setValue('declaration_accepted', false);
  };
  return (
    <div className="space-y-4">
      <RadioCards
        legend={t`Type of company`}
        name="company_type"
        value={chosen}
        onValueChange={choose}
        error={problemText(formState.errors.company_type)}
        options={settings.company_types.map(({ id, name_translated: name }) => ({
          value: String(id),
          title: textInLanguage(name, language),
        }))}
      />
      {type && (
        <div>
          <Acceptance
            form={form}
            field="disclaimer_accepted"
            state={type.disclaimer_state}
            text={type.disclaimer_translated}
          />
          <Acceptance
            form={form}
            field="declaration_accepted"
            state={type.declaration_state}
            text={type.declaration_translated}
          />
        </div>
      )}
    </div>
  );
}

interface AcceptanceProps {
  form: UseFormReturn<CompanyForm>;
  field: 'disclaimer_accepted' | 'declaration_accepted';
  state: number;
  text: TranslatedText;
}

/** Acceptance checkbox; null if the region has disabled it. */
function Acceptance({ form, field, state, text }: AcceptanceProps) {
  const { t } = useLingui();
  const language = useLanguage();
  if (state === requirements.disabled) return null;
  return (
    <CheckboxField
      label={textInLanguage(text, language)}
      error={form.formState.errors[field] && t`This has to be accepted.`}
      {...form.register(field)}
    />
  );
}
