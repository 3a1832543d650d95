import type { OperatorRight } from '#schemas/operator/operator-rights.ts';
import type { RegionId } from '#schemas/regions.ts';
import { regionsWithRight, useSession } from '#console/data/session.ts';
import { usePreferences } from './preferences.ts';

/** Country selected in the header, for filtering a list; undefined for all the operator's countries. */
export function useCountry(): RegionId | undefined {
  const { regions } = useSession();
  const { country } = usePreferences();
  return regions.find(({ id }) => id === country)?.id;
}

/** Country of a list: the one in its URL, such as in a report's link, otherwise the one selected in the header. */
export function useListCountry(urlCountry: string | undefined): RegionId | undefined {
  const { regions } = useSession();
  const country = useCountry();
  return regions.find(({ id }) => id === Number(urlCountry))?.id ?? country;
}

/**
 * Chooses the country for a screen that shows one at a time.
 * @param preferredRegions in order of preference
 */
export function shownCountry(
  allowedRegions: readonly RegionId[],
  preferredRegions: readonly (number | undefined)[],
): RegionId | undefined {
  return (
    preferredRegions
      .map((one) => allowedRegions.find((id) => id === one))
      .find((id) => id !== undefined) ?? allowedRegions[0]
  );
}

/**
 * Returns the country that a screen shows, and the countries to choose from. There is no choice if the country is
 * selected in the header, or if the operator has the right in only one country.
 */
export function useShownCountry(right: OperatorRight, urlCountry: string | undefined) {
  const session = useSession();
  const allowedRegions = regionsWithRight(session, right);
  const country = useCountry();
  const regionsBySize = session.regions.map(({ id }) => id);
  const region = shownCountry(allowedRegions, [country, Number(urlCountry), ...regionsBySize]);
  const isChosen = country !== undefined && region === country;
  return { region, choices: isChosen || allowedRegions.length < 2 ? [] : allowedRegions };
}
