import type { RegionalSettings } from '#schemas/configuration.ts';
import { useIdentity } from '#src/data/account/use-session.ts';
import { useSingleton } from '#src/data/live/use-singleton.ts';

/** Rules for companies in the user's country; undefined if never fetched. */
export function useRegionalSettings(): RegionalSettings | undefined {
  const region = useIdentity()?.region;
  const settings = useSingleton('publicConfiguration')?.regional_settings;
  return settings?.find((entry) => entry.region === region);
}
