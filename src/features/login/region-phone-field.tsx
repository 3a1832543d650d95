import { useLingui } from '@lingui/react/macro';
import { type RegionCode, regions } from '#schemas/regions.ts';
import { useCountries } from '#src/data/text/use-countries.ts';
import { PhoneField } from '#src/ui/fields/phone-field.tsx';

interface RegionPhoneFieldProps {
  region: RegionCode;
  phone: string;
  error: string | null;
  onChange: (change: { phone?: string; region?: RegionCode }) => void;
}

/** Phone number with a list of supported countries, sorted by name. */
export function RegionPhoneField({ region, phone, error, onChange }: RegionPhoneFieldProps) {
  const { t } = useLingui();
  const countries = useCountries();
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
