import { useLingui } from '@lingui/react/macro';
import { useCallback } from 'react';
import { currencyOf } from '#schemas/currencies.ts';
import type { RegionCode } from '#schemas/regions.ts';
import { useIdentity } from '#src/data/account/use-session.ts';

/**
 * How an amount of the country's money is written in the person's language.
 * @param locales a language, or several by preference
 */
export function moneyFormat(locales: string | readonly string[], region: RegionCode) {
  const format = new Intl.NumberFormat([...[locales].flat()], {
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
  const locales = i18n.locales ?? i18n.locale;
  return useCallback((amount) => moneyFormat(locales, region)(amount), [locales, region]);
}
