import type { RegionalSettings } from '#schemas/configuration.ts';
import { useIdentity } from './use-session.ts';
import { useSingleton } from '../live/use-singleton.ts';

/** Settings of the user's country for its companies, with its links; undefined if never fetched. */
export function useRegionalSettings(): RegionalSettings | undefined {
  const region = useIdentity()?.region;
  const settings = useSingleton('publicConfiguration')?.regional_settings;
  return settings?.find((entry) => entry.region === region);
}
