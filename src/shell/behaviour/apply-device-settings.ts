import type { CatalogueLanguage } from '#schemas/languages.ts';
import { type DeviceSettingsStore, languageToShow } from '#src/data/device/device-settings.ts';
import { activateLanguage } from '#src/i18n/activate-language.ts';
import { cacheLanguage } from '#src/i18n/cache-language.ts';
import { applyFontSize, applyTheme } from '#src/ui/theme.ts';

/**
 * Applies the device settings to the page, now and after every change. A language that fails to load is retried
 * when the network returns; until then the previous one stays (English at start).
 * @returns resolves when the first language is active, so that the first paint uses the right one
 */
export async function applyDeviceSettings(device: DeviceSettingsStore): Promise<void> {
  let requestedLanguage: CatalogueLanguage | null = null;
  const chosenLanguage = () => languageToShow(device.current(), location.host);
  const apply = () => {
    applyTheme(device.current().theme);
    applyFontSize(device.current().fontSize);
  };
  const updateLanguage = async () => {
    const language = chosenLanguage();
    if (language === requestedLanguage) return;
    requestedLanguage = language;
    try {
      const isCached = await cacheLanguage(language);
      if (requestedLanguage !== language) return;
      if (isCached) await activateLanguage(language);
      else requestedLanguage = null;
    } catch {
      requestedLanguage = null;
    }
  };
  device.subscribe(() => {
    apply();
    void updateLanguage();
  });
  window.addEventListener('online', () => void updateLanguage());
  // The first worker hasn't cached the texts that were loaded before it took control.
  navigator.serviceWorker?.addEventListener(
    'controllerchange',
    () => void cacheLanguage(chosenLanguage()),
  );
  apply();
  const initialLanguage = chosenLanguage();
  requestedLanguage = initialLanguage;
  try {
    await activateLanguage(initialLanguage);
  } catch {
    requestedLanguage = null;
    await activateLanguage('en');
  }
  void cacheLanguage(initialLanguage);
}
