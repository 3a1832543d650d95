import { useDeviceSettings } from './use-device-settings.ts';
import { useMediaQuery } from './media-queries.ts';

/** Whether the dark theme is on: chosen, or the device's where nothing was chosen. */
export function useIsDark(): boolean {
  const { theme } = useDeviceSettings();
  const isDeviceDark = useMediaQuery('(prefers-color-scheme: dark)');
  return theme === 'dark' || (theme === 'system' && isDeviceDark);
}
