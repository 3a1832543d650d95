import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import { formattingLocale } from '#schemas/formatting-locale.ts';
import { type RegionCode, regions } from '#schemas/regions.ts';
import { useLanguage } from '#src/data/device/use-device-settings.ts';
import { SelectField } from '#src/ui/fields/select-field.tsx';
import type { StepProps } from './step-props.ts';

/** First step: the country, which decides the questions of later steps. */
export function RegionStep({ draft, onChange }: StepProps) {
  const { t } = useLingui();
  const language = useLanguage();
  const options = useMemo(() => {
    const names = new Intl.DisplayNames(formattingLocale(language), { type: 'region' });
    return regions
      .map(({ code }) => ({ value: code, label: names.of(code) ?? code }))
      .toSorted((one, other) => one.label.localeCompare(other.label, formattingLocale(language)));
  }, [language]);
  return (
    <SelectField
      label={t`Country`}
      autoComplete="country"
      value={draft.region}
      options={options}
      // The options are exactly the region codes.
      onChange={(event) => onChange({ region: event.target.value as RegionCode })}
    />
  );
}
