import { useLingui } from '@lingui/react/macro';
import { useSyncExternalStore } from 'react';
import { useServices } from '../services.ts';
import type { DeviceSettings } from './device-settings.ts';

/** Returns this device's settings: language, font size, theme, "add a product" target and others. */
export function useDeviceSettings(): DeviceSettings {
  const { device } = useServices();
  return useSyncExternalStore(device.subscribe, device.current);
}

/** Returns the current language as a two-letter code, for choosing among server texts. */
export function useLanguage(): string {
  const { i18n } = useLingui();
  return i18n.locale;
}
