import { useCallback, useSyncExternalStore } from 'react';

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
