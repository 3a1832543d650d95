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

/** Country of a list: the one in its address, such as that of a report's link, or the one selected in the header. */
export function useListCountry(address: string | undefined): RegionId | undefined {
  const { regions } = useSession();
  const country = useCountry();
  return regions.find(({ id }) => id === Number(address))?.id ?? country;
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

/** The country of a screen, and the countries to choose from: none if one is selected in the header. */
export function useShownCountry(right: OperatorRight, address: string | undefined) {
  const session = useSession();
  const allowedRegions = regionsWithRight(session, right);
  const country = useCountry();
  const largest = session.regions.map(({ id }) => id);
  const region = shownCountry(allowedRegions, [country, Number(address), ...largest]);
  const isChosen = country !== undefined && region === country;
  return { region, choices: isChosen || allowedRegions.length < 2 ? [] : allowedRegions };
}
