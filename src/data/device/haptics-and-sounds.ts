/**
 * Short vibrations and sounds, if enabled in this device's settings. The sounds are synthesised, so they
 * need no files and work offline.
 */
import { readDeviceSettings } from './device-settings.ts';

/** True if the browser supports vibration; Safari doesn't. */
export function canVibrate(): boolean {
  return 'vibrate' in navigator;
}

/**
 * Vibrates if supported and the page has been touched; browsers log a warning otherwise.
 * @param pattern ms, or ms on and off alternating
 */
export function vibrate(pattern: number | number[]): void {
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(pattern);
}

/** `captured` is a wooden click, `closed` two rising tones. */
type SoundName = 'captured' | 'closed';

interface Note {
  /** In hertz. */
  readonly pitch: number;
  /** Start offset in seconds. */
  readonly startsAt: number;
  /** Duration in seconds. */
  readonly seconds: number;
  readonly wave: 'sine' | 'triangle';
  /** Volume, 0 to 1. */
  readonly loudness: number;
}

const notes: Readonly<Record<SoundName, readonly Note[]>> = {
  // Two short simultaneous knocks, like a stick on a board rather than a beep.
  captured: [
    { pitch: 820, startsAt: 0, seconds: 0.05, wave: 'triangle', loudness: 0.3 },
    { pitch: 2150, startsAt: 0, seconds: 0.018, wave: 'sine', loudness: 0.12 },
  ],
  closed: [
    { pitch: 523.25, startsAt: 0, seconds: 0.2, wave: 'sine', loudness: 0.2 },
    { pitch: 783.99, startsAt: 0.14, seconds: 0.24, wave: 'sine', loudness: 0.2 },
  ],
};

/** Duration of a sound in ms. */
export function soundMs(name: SoundName): number {
  return Math.max(...notes[name].map(({ startsAt, seconds }) => (startsAt + seconds) * 1000));
}

export interface Sounds {
  /** Call within a tap, because browsers mute a page until then. */
  unlock(): void;
  /** Does nothing if sound isn't available or allowed yet. */
  play(name: SoundName): void;
}

/** @param createContext may throw if the device has no audio */
export function createSounds(createContext: () => AudioContext): Sounds {
  let context: AudioContext | null = null;
  const unlock = () => {
    try {
      context ??= createContext();
    } catch {
      // No audio: stay silent.
      return;
    }
    // If resuming is rejected, stay silent.
    if (context.state === 'suspended') context.resume().catch(() => undefined);
  };
  return {
    unlock,
    play(name) {
      unlock();
      if (context?.state !== 'running') return;
      for (const note of notes[name]) playNote(context, note);
    },
  };
}

function playNote(context: AudioContext, { pitch, startsAt, seconds, wave, loudness }: Note): void {
  const start = context.currentTime + startsAt;
  const tone = context.createOscillator();
  const volume = context.createGain();
  tone.type = wave;
  tone.frequency.value = pitch;
  // Fades in and out: an abrupt cut would click.
  volume.gain.setValueAtTime(0, start);
  volume.gain.linearRampToValueAtTime(loudness, start + 0.004);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + seconds);
  tone.connect(volume).connect(context.destination);
  tone.start(start);
  tone.stop(start + seconds);
}

/**
 * `captured`: a new label. `rejected`: a label that is already scanned or doesn't count. `saved`: products
 * added to a project. `closed`: a project that earned its points.
 */
export type HapticEvent = 'captured' | 'rejected' | 'saved' | 'closed';

/** Milliseconds on and off, alternating. */
const vibrations: Readonly<Record<HapticEvent, number[]>> = {
  captured: [12],
  rejected: [20, 60, 20],
  saved: [18],
  closed: [20, 40, 30, 40, 60],
};

interface HapticPorts {
  readonly settings: () => { readonly sounds: boolean; readonly vibration: boolean };
  readonly vibrate: (pattern: number[]) => void;
  readonly sounds: Pick<Sounds, 'play'>;
}

/** Creates `playHaptic` from the given ports. */
export function createHaptics(ports: HapticPorts): (event: HapticEvent) => void {
  return (event) => {
    const { sounds, vibration } = ports.settings();
    if (vibration) ports.vibrate(vibrations[event]);
    if (sounds && (event === 'captured' || event === 'closed')) ports.sounds.play(event);
  };
}

const browserSounds = createSounds(() => new AudioContext());

/** Vibrates and plays the event's sound, if they are enabled. Never throws. */
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

/** Call within a tap before the first sound, because browsers mute a page until then. */
export function allowSounds(): void {
  browserSounds.unlock();
}
