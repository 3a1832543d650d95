import { useLingui } from '@lingui/react/macro';
import { useCallback } from 'react';
import { formattingLocale } from '#schemas/formatting-locale.ts';
import { currencyOf } from '#schemas/currencies.ts';
import type { RegionCode } from '#schemas/regions.ts';
import { useIdentity } from '#src/data/account/use-session.ts';

/**
 * Returns a formatter for amounts in the country's currency.
 * @param language of the app
 */
export function moneyFormat(language: string, region: RegionCode) {
  const format = new Intl.NumberFormat(formattingLocale(language), {
    style: 'currency',
    currency: currencyOf(region),
    trailingZeroDisplay: 'stripIfInteger',
  });
  return (amount: number) => format.format(amount);
}

/** Formats amounts in the currency of the person's country: "200 zł". */
export function useMoney(): (amount: number) => string {
  const { i18n } = useLingui();
  const region = useIdentity()?.region ?? 'PL';
  const { locale } = i18n;
  return useCallback((amount) => moneyFormat(locale, region)(amount), [locale, region]);
}
