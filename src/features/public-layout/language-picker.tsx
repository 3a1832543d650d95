import { useLingui } from '@lingui/react/macro';
import { catalogueLanguages } from '#schemas/languages.ts';
import { nativeLanguageName } from '#src/i18n/language-names.ts';
import { useServices } from '#src/data/services.ts';
import { SelectField } from '#src/ui/select-field.tsx';

/** The language, before there is an account whose language could hold. */
export function LanguagePicker() {
  const { t, i18n } = useLingui();
  const { device } = useServices();
  return (
    <SelectField
      label={t`Language`}
      value={i18n.locale}
      options={catalogueLanguages.map((language) => ({
        value: language,
        label: nativeLanguageName(language),
      }))}
      onChange={(event) => {
        const language = catalogueLanguages.find((one) => one === event.target.value);
        if (language) device.change({ language });
      }}
    />
  );
}
