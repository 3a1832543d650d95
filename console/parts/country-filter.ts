import { useLingui } from '@lingui/react/macro';
import { useSession } from '#console/data/session.ts';
import { countryText } from './country-and-time.ts';
import type { IndexFilter } from './index-table/index-props.ts';
import { useCountry } from './use-country.ts';

/**
 * Filter by country; none if the operator has only one, or while one is selected in the header.
 * @param address the country in the list's address, which comes before that of the header, so it's always shown
 */
export function useCountryFilter(address: string | undefined): readonly IndexFilter[] {
  const { t, i18n } = useLingui();
  const { regions } = useSession();
  const isChosen = useCountry() !== undefined && address === undefined;
  if (isChosen || regions.length === 1) return [];
  const options = regions.map(({ id }) => ({ value: String(id), label: countryText(i18n, id) }));
  return [{ id: 'region', label: t`Country`, kind: 'choice', options }];
}
