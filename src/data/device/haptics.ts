/** Short vibrations and sounds, as far as this device's settings allow. */
import { readDeviceSettings } from './device-settings.ts';
import { createSounds, type Sounds } from './sounds.ts';
import { vibrate } from './vibrate.ts';

/**
 * `caught` is a captured label, `refused` a label that is known or doesn't count, `saved` products added to
 * a project, `closed` a project that earned its points.
 */
export type HapticEvent = 'caught' | 'refused' | 'saved' | 'closed';

/** Milliseconds on and off, alternating. */
const vibrations: Readonly<Record<HapticEvent, number[]>> = {
  caught: [12],
  refused: [20, 60, 20],
  saved: [18],
  closed: [20, 40, 30, 40, 60],
};

interface HapticPorts {
  readonly settings: () => { readonly sounds: boolean; readonly vibration: boolean };
  readonly vibrate: (pattern: number[]) => void;
  readonly sounds: Pick<Sounds, 'play'>;
}

/** Creates `playHaptic` on other ports than the browser's. */
export function createHaptics(ports: HapticPorts): (event: HapticEvent) => void {
  return (event) => {
    const { sounds, vibration } = ports.settings();
    if (vibration) ports.vibrate(vibrations[event]);
    if (sounds && (event === 'caught' || event === 'closed')) ports.sounds.play(event);
  };
}

const browserSounds = createSounds(() => new AudioContext());

/** Vibrates, and plays a sound if enabled. Never throws. */
export const playHaptic: (event: HapticEvent) => void = createHaptics({
  // Read from localStorage, so callers don't need the services.
  settings: () =>
    readDeviceSettings({
      getItem: (key) => localStorage.getItem(key),
      setItem: () => undefined,
    }),
  vibrate,
  sounds: browserSounds,
});

/** Call within a tap before the first sound: browsers mute a page until then. */
export function allowSounds(): void {
  browserSounds.unlock();
}
