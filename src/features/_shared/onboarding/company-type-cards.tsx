import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { RegionalSettings } from '#schemas/configuration.ts';
import { textInLanguage } from '#schemas/primitives.ts';
import { useLanguage } from '#src/data/device/use-device-settings.ts';
import { RadioCards } from '#src/ui/fields/radio-cards.tsx';

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
