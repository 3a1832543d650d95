/** What the hand feels and the ear hears: short, seldom, and only as this device's settings allow. */
import { readDeviceSettings } from './device-settings.ts';
import { createSounds, type Sounds } from './sounds.ts';
import { vibrate } from './vibrate.ts';

/**
 * `caught` a label was kept; `refused` it is known already, or of no product that counts; `saved` products
 * went to a project; `closed` a project has brought its points.
 */
export type HapticEvent = 'caught' | 'refused' | 'saved' | 'closed';

/** Milliseconds on and off in turn. */
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

/** Makes `feel` on other ports than the browser's. */
export function createHaptics(ports: HapticPorts): (event: HapticEvent) => void {
  return (event) => {
    const { sounds, vibration } = ports.settings();
    if (vibration) ports.vibrate(vibrations[event]);
    if (sounds && (event === 'caught' || event === 'closed')) ports.sounds.play(event);
  };
}

const browserSounds = createSounds(() => new AudioContext());

/** Lets something be felt, and heard where that is switched on. Never throws. */
export const playHaptic: (event: HapticEvent) => void = createHaptics({
  // Read where they are kept: whoever calls it has no need of the services.
  settings: () =>
    readDeviceSettings({
      getItem: (key) => localStorage.getItem(key),
      setItem: () => undefined,
    }),
  vibrate,
  sounds: browserSounds,
});

/** From within a tap, before something is to be heard: browsers keep a page silent until one. */
export function allowSounds(): void {
  browserSounds.unlock();
}
