import { useLingui } from '@lingui/react/macro';
import { useCallback } from 'react';
import { formattingLocale } from '#schemas/formatting-locale.ts';
import { currencyOf } from '#schemas/currencies.ts';
import type { RegionCode } from '#schemas/regions.ts';
import { useIdentity } from '#src/data/account/use-session.ts';

/**
 * How an amount of the country's money is written in the person's language.
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

/** Amounts of the person's country in their language: "200 zł". */
export function useMoney(): (amount: number) => string {
  const { i18n } = useLingui();
  const region = useIdentity()?.region ?? 'PL';
  const { locale } = i18n;
  return useCallback((amount) => moneyFormat(locale, region)(amount), [locale, region]);
}
