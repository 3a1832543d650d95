import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import { formattingLocale } from '#schemas/formatting-locale.ts';
import { type RegionCode, regions } from '#schemas/regions.ts';

interface Country {
  readonly id: RegionCode;
  /** In the user's language. */
  readonly name: string;
  readonly dialCode: string;
}

/** Supported countries, sorted by name in the user's language. */
export function useCountries(): readonly Country[] {
  const { i18n } = useLingui();
  const { locale } = i18n;
  return useMemo(() => {
    const names = new Intl.DisplayNames(formattingLocale(locale), { type: 'region' });
    return regions
      .map(({ code, dialCode }) => ({ id: code, name: names.of(code) ?? code, dialCode }))
      .sort((a, b) => a.name.localeCompare(b.name, formattingLocale(locale)));
  }, [locale]);
}
