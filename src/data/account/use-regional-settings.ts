import type { RegionalSettings } from '#schemas/configuration.ts';
import { useIdentity } from './use-session.ts';
import { useSingleton } from '../live/use-singleton.ts';

/** Returns the settings of the user's country: rules for companies, and links. Undefined if never fetched. */
export function useRegionalSettings(): RegionalSettings | undefined {
  const region = useIdentity()?.region;
  const settings = useSingleton('publicConfiguration')?.regional_settings;
  return settings?.find((entry) => entry.region === region);
}
