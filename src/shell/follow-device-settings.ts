import type { DeviceSettingsStore } from '#src/data/device/device-settings.ts';
import { languageToShow } from '#src/data/device/device-settings.ts';
import { activateLanguage } from '#src/i18n/activate-language.ts';
import { applyFontSize, applyTheme } from '#src/ui/theme.ts';

/**
 * Puts the device's settings on the page, now and after every change.
 * @returns when the language is there, so that the first words on the screen are the right ones
 */
export async function followDeviceSettings(device: DeviceSettingsStore): Promise<void> {
  const apply = () => {
    const settings = device.current();
    applyTheme(settings.theme);
    applyFontSize(settings.fontSize);
    return activateLanguage(languageToShow(settings, location.host));
  };
  device.subscribe(() => void apply());
  await apply();
}
