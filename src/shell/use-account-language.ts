import { useEffect } from 'react';
import { languageById } from '#schemas/languages.ts';
import { toCatalogueLanguage } from '#src/data/device/device-settings.ts';
import { useServices } from '#src/data/services.ts';
import { useSingleton } from '#src/data/live/use-singleton.ts';

/** Remembers the account's language on the device, so that the next start speaks it at once. */
export function useAccountLanguage(): void {
  const { device } = useServices();
  const languageId = useSingleton('self')?.languages_id;
  useEffect(() => {
    if (languageId === undefined) return;
    const accountLanguage = toCatalogueLanguage(languageById(languageId));
    if (accountLanguage !== device.current().accountLanguage) device.change({ accountLanguage });
  }, [device, languageId]);
}
