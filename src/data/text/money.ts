import { useLingui } from '@lingui/react/macro';
import { useCallback } from 'react';
import { formattingLocale } from '#schemas/formatting-locale.ts';
import { currencyOf } from '#schemas/currencies.ts';
import type { RegionCode } from '#schemas/regions.ts';
import { useIdentity } from '../account/use-session.ts';
import { useSingleton } from '../live/use-singleton.ts';
import { useRegionalClock } from '../time/use-server-time.ts';

/**
 * Returns a formatter for amounts in the country's currency.
 * @param language the app's language
 */
export function moneyFormat(language: string, region: RegionCode) {
  const format = new Intl.NumberFormat(formattingLocale(language), {
    style: 'currency',
    currency: currencyOf(region),
    trailingZeroDisplay: 'stripIfInteger',
  });
  return (amount: number) => format.format(amount);
}

/** Returns a function that formats amounts in the currency of the user's country: "200 zł". */
export function useMoney(): (amount: number) => string {
  const { i18n } = useLingui();
  const region = useIdentity()?.region ?? 'PL';
  const { locale } = i18n;
  return useCallback((amount) => moneyFormat(locale, region)(amount), [locale, region]);
}

/** Converts points to the region's currency; null if the region sets no value. */
export function usePointValue() {
  const { i18n } = useLingui();
  const { region } = useRegionalClock();
  const valuePerPoint = useSingleton('configuration')?.point_value;
  if (valuePerPoint === undefined) return null;
  const currency = currencyOf(region);
  const amount = (points: number) => (points * valuePerPoint) / 100;
  const currencyFormat = new Intl.NumberFormat(formattingLocale(i18n.locale), {
    style: 'currency',
    currency,
  });
  return { currency, amount, text: (points: number) => currencyFormat.format(amount(points)) };
}
