import type { OperatorRight } from '#schemas/operator/operator-rights.ts';
import type { RegionId } from '#schemas/regions.ts';
import { regionsOfRight, useSession } from '#console/data/session.ts';
import { usePreferences } from './preferences.ts';

/** Country chosen in the header, for the filter of a list; undefined for all the operator's countries. */
export function useCountry(): RegionId | undefined {
  const { regions } = useSession();
  const { country } = usePreferences();
  return regions.find(({ id }) => id === country)?.id;
}

/** Country of a screen that shows one at a time: from the header, or else from the URL, or else the first. */
export function shownCountry(
  allowed: readonly RegionId[],
  country: RegionId | undefined,
  address: string | undefined,
): RegionId | undefined {
  const wanted = [country, Number(address)].find((id) => allowed.some((one) => one === id));
  return allowed.find((id) => id === wanted) ?? allowed[0];
}

/** The country of a screen, and the countries to choose from: none if the header has chosen one. */
export function useShownCountry(right: OperatorRight, address: string | undefined) {
  const allowed = regionsOfRight(useSession(), right);
  const country = useCountry();
  const region = shownCountry(allowed, country, address);
  const isChosen = country !== undefined && region === country;
  return { region, choices: isChosen || allowed.length < 2 ? [] : allowed };
}
