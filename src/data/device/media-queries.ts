import { useCallback, useSyncExternalStore } from 'react';
import { useDeviceSettings } from './use-device-settings.ts';

/** Whether a media query holds now; follows it. @param query such as `(prefers-color-scheme: dark)` */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}

/** Whether the dark theme is on: chosen, or the device's where nothing was chosen. */
export function useIsDark(): boolean {
  const { theme } = useDeviceSettings();
  const isDeviceDark = useMediaQuery('(prefers-color-scheme: dark)');
  return theme === 'dark' || (theme === 'system' && isDeviceDark);
}

/** Whether the window has room for two columns: from 700 px (the `tablet:` breakpoint of the styles). */
export function useIsTablet(): boolean {
  return useMediaQuery('(min-width: 43.75rem)');
}

/**
 * Whether the window is wide enough for a list beside its detail: from 900 px (the `desk:` breakpoint of the
 * styles).
 */
export function useIsDesktop(): boolean {
  return useMediaQuery('(min-width: 56.25rem)');
}

/**
 * Whether the window is wide enough for a table, also beside a detail: from 1,100 px (the `wide:` breakpoint of the
 * styles).
 */
export function useIsWide(): boolean {
  return useMediaQuery('(min-width: 68.75rem)');
}
