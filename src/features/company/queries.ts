import type { RegionalSettings } from '#schemas/configuration.ts';
import { useIdentity } from '#src/data/account/use-session.ts';
import { useSingleton } from '#src/data/live/use-singleton.ts';

/** What differs for companies in the person's country; undefined while this device never fetched it. */
export function useRegionalSettings(): RegionalSettings | undefined {
  const region = useIdentity()?.region;
  const settings = useSingleton('publicConfiguration')?.regional_settings;
  return settings?.find((one) => one.region === region);
}
