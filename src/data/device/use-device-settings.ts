import { useLingui } from '@lingui/react/macro';
import { useSyncExternalStore } from 'react';
import { useServices } from '../services.ts';
import type { DeviceSettings } from './device-settings.ts';

/** The settings of this device: language, font size, theme, where "add a product" leads. */
export function useDeviceSettings(): DeviceSettings {
  const { device } = useServices();
  return useSyncExternalStore(device.subscribe, device.current);
}

/** The language that is shown now, as a code of two letters; what texts of the server are picked by. */
export function useLanguage(): string {
  const { i18n } = useLingui();
  return i18n.locale;
}
