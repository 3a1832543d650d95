import { useLingui } from '@lingui/react/macro';
import { useSession } from '#console/data/session.ts';
import { countryText } from './country-and-time.ts';
import type { IndexFilter } from './index-table/index-props.ts';
import { useCountry } from './use-country.ts';

/**
 * Returns the filter by country. There is none if the operator has only one country or has selected one in the header.
 * @param urlCountry the country in the list's URL, which overrides the one in the header. If it's set, the filter is
 *   also shown while a country is selected in the header.
 */
export function useCountryFilter(urlCountry: string | undefined): readonly IndexFilter[] {
  const { t, i18n } = useLingui();
  const { regions } = useSession();
  const isChosen = useCountry() !== undefined && urlCountry === undefined;
  if (isChosen || regions.length === 1) return [];
  const options = regions.map(({ id }) => ({ value: String(id), label: countryText(i18n, id) }));
  return [{ id: 'region', label: t`Country`, kind: 'choice', options }];
}
