import type { RegionId } from '#schemas/regions.ts';
import { useSession } from '#console/data/session.ts';
import { usePreferences } from './preferences.ts';

/** Country chosen in the header, for the filter of a list; undefined for all of the operator's. */
export function useCountry(): RegionId | undefined {
  const { regions } = useSession();
  const { country } = usePreferences();
  return regions.find(({ id }) => id === country)?.id;
}
