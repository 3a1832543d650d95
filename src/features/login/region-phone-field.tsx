import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import { type RegionCode, regions } from '#schemas/regions.ts';
import { PhoneField } from '#src/ui/phone-field.tsx';

interface RegionPhoneFieldProps {
  region: RegionCode;
  phone: string;
  error: string | null;
  onChange: (change: { phone?: string; region?: RegionCode }) => void;
}

/** A phone number of one of the supported countries, which stand by name in the person's order. */
export function RegionPhoneField({ region, phone, error, onChange }: RegionPhoneFieldProps) {
  const { t, i18n } = useLingui();
  const { locale } = i18n;
  const countries = useMemo(() => {
    const names = new Intl.DisplayNames(locale, { type: 'region' });
    return regions
      .map(({ code, dialCode }) => ({ id: code, name: names.of(code) ?? code, dialCode }))
      .sort((one, other) => one.name.localeCompare(other.name, locale));
  }, [locale]);
  return (
    <PhoneField
      label={t`Phone number`}
      countryLabel={t`Country`}
      countries={countries}
      country={region}
      onCountryChange={(id) => {
        const chosen = regions.find(({ code }) => code === id);
        if (chosen) onChange({ region: chosen.code });
      }}
      name="phone"
      enterKeyHint="send"
      value={phone}
      error={error}
      onChange={(event) => onChange({ phone: event.target.value })}
    />
  );
}
