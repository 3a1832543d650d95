import { useDeviceSettings } from './use-device-settings.ts';
import { useMedia } from './media-queries.ts';

/** Whether the dark theme is on: chosen, or the device's where nothing was chosen. */
export function useDark(): boolean {
  const { theme } = useDeviceSettings();
  const isDeviceDark = useMedia('(prefers-color-scheme: dark)');
  return theme === 'dark' || (theme === 'system' && isDeviceDark);
}
