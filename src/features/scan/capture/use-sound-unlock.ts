import { useEffect } from 'react';
import { allowSounds } from '#src/data/device/haptics.ts';
import { useDeviceSettings } from '#src/data/device/use-device-settings.ts';

/** While labels are caught the page may sound, where that is switched on: the browser wants a tap for it. */
export function useSoundUnlock(): void {
  const { sounds } = useDeviceSettings();
  useEffect(() => {
    if (!sounds) return undefined;
    const listening = new AbortController();
    const options = { signal: listening.signal, capture: true };
    // Every tap: iOS silences a page again after a call.
    document.addEventListener('pointerdown', allowSounds, options);
    document.addEventListener('keydown', allowSounds, options);
    // The tap that led here counts as well, where the browser remembers it.
    if (navigator.userActivation?.hasBeenActive) allowSounds();
    return () => listening.abort();
  }, [sounds]);
}
