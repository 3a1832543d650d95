import { useLingui } from '@lingui/react/macro';
import { useSession } from '#console/data/session.ts';
import { countryText } from './country-and-time.ts';
import type { IndexFilter } from './index-table/index-props.ts';
import { useCountry } from './use-country.ts';

/** Filter by country; none while a country is selected in the header, or if the operator has only one. */
export function useCountryFilter(): readonly IndexFilter[] {
  const { t, i18n } = useLingui();
  const { regions } = useSession();
  const hasOneCountry = useCountry() !== undefined || regions.length === 1;
  if (hasOneCountry) return [];
  const options = regions.map(({ id }) => ({ value: String(id), label: countryText(i18n, id) }));
  return [{ id: 'region', label: t`Country`, kind: 'choice', options }];
}
