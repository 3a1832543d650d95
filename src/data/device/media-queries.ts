import { useCallback, useSyncExternalStore } from 'react';
import { useDeviceSettings } from './use-device-settings.ts';

/**
 * Tracks whether a media query matches.
 * @param query such as `(prefers-color-scheme: dark)`
 */
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

/** True if the dark theme is active, whether chosen or from the system. */
export function useIsDark(): boolean {
  const { theme } = useDeviceSettings();
  const isDeviceDark = useMediaQuery('(prefers-color-scheme: dark)');
  return theme === 'dark' || (theme === 'system' && isDeviceDark);
}

/** True from 700 px: wide enough for two columns (`tablet:` in CSS). */
export function useIsTablet(): boolean {
  return useMediaQuery('(min-width: 43.75rem)');
}

/** True from 900 px: a list fits next to its detail (`desk:` in CSS). */
export function useIsDesktop(): boolean {
  return useMediaQuery('(min-width: 56.25rem)');
}

/** True from 1,100 px: a table fits even next to a detail (`wide:` in CSS). */
export function useIsWide(): boolean {
  return useMediaQuery('(min-width: 68.75rem)');
}
