import { useCallback, useEffect, useState } from 'react';
import { useDeviceSettings } from '#src/data/device/use-device-settings.ts';
import { vibrate } from '#src/data/device/vibrate.ts';
import { createCatchSound, type CatchTone } from './catch-sound.ts';

/** How long a catch is felt, in ms; what is known already is felt twice, shortly. */
const vibrations: Readonly<Record<CatchTone, number | number[]>> = {
  caught: 60,
  repeated: [30, 60, 30],
};

/** Tells by sound and vibration, as far as the device's settings allow. */
export function useCatchSignals(): (tone: CatchTone) => void {
  const { scanSound, scanVibration } = useDeviceSettings();
  const [sound] = useState(() => createCatchSound(() => new AudioContext()));

  useEffect(() => {
    const listening = new AbortController();
    const options = { signal: listening.signal, capture: true };
    // Every tap: iOS silences a page again after a call.
    document.addEventListener('pointerdown', sound.unlock, options);
    document.addEventListener('keydown', sound.unlock, options);
    // The tap that led here counts as well, where the browser remembers it.
    if (navigator.userActivation?.hasBeenActive) sound.unlock();
    return () => {
      listening.abort();
      sound.close();
    };
  }, [sound]);

  return useCallback(
    (tone) => {
      if (scanSound) sound.play(tone);
      if (scanVibration) vibrate(vibrations[tone]);
    },
    [sound, scanSound, scanVibration],
  );
}
